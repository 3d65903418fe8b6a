import { setupEndpoints } from "@cadre/contracts";
import { setUp } from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";
import { giveCookie, userAgentOf } from "../people/signed-in-answer.ts";

/** The first owner and organization, with the token that the first start printed. */
@Controller()
export class SetupController {
  readonly #context: ApiContext;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#context = context;
  }

  @UseEndpoint(setupEndpoints.create)
  // oxlint-disable-next-line max-params -- it sets a cookie
  async create(_: undefined, { body }: In<typeof setupEndpoints.create>, request: FastifyRequest, reply: FastifyReply) {
    const { organization, personId, apiKey, signedIn } = await setUp(this.#context.deps, body, userAgentOf(request));
    giveCookie(this.#context, reply, signedIn);
    return { organization, person: { personId, name: body.name, email: body.email, role: "owner" as const }, apiKey };
  }
}
