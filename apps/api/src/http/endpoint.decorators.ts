import type { Endpoint, EndpointInput, EndpointOutput } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import type { PersonActor } from "@cadre/engine";
import { Delete, Get, HttpCode, Patch, Post, Put, Req, Res } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import { answerEndpoint } from "./answer-endpoint.ts";
import type { ParsedInput } from "./parse-input.ts";

const ROUTE = { GET: Get, POST: Post, PATCH: Patch, PUT: Put, DELETE: Delete } as const;

/** What a handler must return: what the contract says, or anything where the answer is not JSON. */
type Answer<E> = E extends { readonly produces: string } ? unknown : EndpointOutput<E> | Promise<EndpointOutput<E>>;

/** Who asks, as far as an endpoint knows: nobody on a public one, a person where a sign-in is needed. */
type Caller<E> = E extends { readonly access: "public" }
  ? undefined
  : E extends { readonly needsSignIn: true }
    ? PersonActor
    : Actor;

/** A handler of an endpoint: who asks, what they ask, and the raw exchange for answers that are not JSON. */
// oxlint-disable-next-line max-params -- the last two are for streams alone
type Handler<E> = (actor: Caller<E>, input: In<E>, request: FastifyRequest, reply: FastifyReply) => Answer<E>;

export type In<E> = EndpointInput<E>;

/**
 * Binds a method to its contract: route, status, access, parsing and documentation come from there, and the compiler checks that it
 * takes what the contract gives and answers what it says. Access and parsing happen around the method rather than in guards, pipes
 * and interceptors, which cost more than all the rest of a request.
 */
export function UseEndpoint<E extends Endpoint>(
  endpoint: E,
): <Method extends Handler<E>>(target: object, name: string | symbol, method: TypedPropertyDescriptor<Method>) => void {
  return (target, name, descriptor: PropertyDescriptor) => {
    const handler = descriptor.value as (this: object, ...args: readonly unknown[]) => unknown;
    descriptor.value = function (this: object, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      const handle = (actor: Actor | undefined, input: ParsedInput): unknown =>
        handler.call(this, actor, input, request, reply);
      return answerEndpoint(endpoint, { request, reply }, handle);
    };
    Req()(target, name, 0);
    Res({ passthrough: true })(target, name, 1);
    ROUTE[endpoint.method](endpoint.path)(target, name, descriptor);
    HttpCode(endpoint.status)(target, name, descriptor);
  };
}
