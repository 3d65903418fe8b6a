import type { Endpoint, EndpointInput, EndpointOutput } from "@cadre/contracts";
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
import { inputOf } from "./request-input.ts";

/** Metadata under which a route keeps its endpoint. */
const ENDPOINT = "cadre:endpoint";

const ROUTE = { GET: Get, POST: Post, PATCH: Patch, PUT: Put, DELETE: Delete } as const;

/** What a handler must return: what the contract says, or anything where the answer is not JSON. */
type Answer<E> = E extends { readonly produces: string } ? unknown : EndpointOutput<E> | Promise<EndpointOutput<E>>;

/** Binds a method to its contract: route, status, access and documentation come from there, and the compiler checks its answer. */
export function UseEndpoint<E extends Endpoint>(
  endpoint: E,
): <Method extends (...args: never[]) => Answer<E>>(
  target: object,
  name: string | symbol,
  method: TypedPropertyDescriptor<Method>,
) => void {
  const route = ROUTE[endpoint.method];
  return applyDecorators(route(endpoint.path), HttpCode(endpoint.status), SetMetadata(ENDPOINT, endpoint));
}

/** The contract of a route, or undefined for pages, health and metrics. */
export function endpointOf(context: ExecutionContext): Endpoint | undefined {
  return Reflect.getMetadata(ENDPOINT, context.getHandler()) as Endpoint | undefined;
}

/** The parsed request of an endpoint. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext) =>
  inputOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** Who asks. Only on routes that need a key. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  return actorOf(context.switchToHttp().getRequest<FastifyRequest>());
});

export type In<E> = EndpointInput<E>;
