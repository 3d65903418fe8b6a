import type { FastifyRequest } from "fastify";
import type { ParsedInput } from "./parse-input.ts";

const inputs = new WeakMap<object, ParsedInput>();

/** Remembers what a request says, parsed once, for its handler. */
export function setInput(request: FastifyRequest, input: ParsedInput): void {
  inputs.set(request.raw, input);
}

export function inputOf(request: FastifyRequest): ParsedInput {
  const input = inputs.get(request.raw);
  if (input === undefined)
    throw new Error(`${request.method} ${request.url} has no endpoint, so its input was not parsed.`);
  return input;
}
