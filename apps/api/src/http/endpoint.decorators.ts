import type { Endpoint, EndpointInput } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import {
  applyDecorators,
  createParamDecorator,
  Delete,
  type ExecutionContext,
  Get,
  HttpCode,
  Patch,
  Post,
  Put,
  SetMetadata,
} from "@nestjs/common";
import type { FastifyRequest } from "fastify";
import { actorOf } from "./actor-of.ts";
import { parseInput } from "./parse-input.ts";

/** Metadata under which a route keeps its endpoint. */
export const ENDPOINT = "cadre:endpoint";

const ROUTE = { GET: Get, POST: Post, PATCH: Patch, PUT: Put, DELETE: Delete } as const;

/** Binds a method to its contract: route, status, access and documentation come from there. */
export function UseEndpoint(endpoint: Endpoint): MethodDecorator {
  const route = ROUTE[endpoint.method];
  return applyDecorators(route(endpoint.path), HttpCode(endpoint.status), SetMetadata(ENDPOINT, endpoint));
}

/** The parsed request of an endpoint. */
export const Input = createParamDecorator((endpoint: Endpoint, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return parseInput(endpoint, {
    params: request.params,
    query: request.query,
    body: request.body,
    ifMatch: request.headers["if-match"],
  });
});

/** Who asks. Only on routes that need a key. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  return actorOf(context.switchToHttp().getRequest<FastifyRequest>());
});

export type In<E> = EndpointInput<E>;
