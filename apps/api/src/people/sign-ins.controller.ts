import { meEndpoints, signInEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import {
  changeEmail,
  changePassword,
  endAllSignIns,
  endSignIn,
  getMe,
  listSignIns,
  type PersonActor,
  renamePerson,
  signIn,
  takeSignInLink,
} from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";
import { wholeList } from "../http/whole-list.ts";
import { signedInAnswer, userAgentOf } from "./signed-in-answer.ts";

/** Who asks, and where they are signed in. */
@Controller()
export class SignInsController {
  readonly #context: ApiContext;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#context = context;
  }

  @UseEndpoint(meEndpoints.get)
  me(actor: Actor) {
    return getMe(this.#context.deps, actor);
  }

  @UseEndpoint(meEndpoints.rename)
  async rename(actor: PersonActor, { body }: In<typeof meEndpoints.rename>) {
    await renamePerson(this.#context.deps, actor, body);
    return getMe(this.#context.deps, actor);
  }

  @UseEndpoint(meEndpoints.changeEmail)
  async changeEmail(actor: PersonActor, { body }: In<typeof meEndpoints.changeEmail>, request: FastifyRequest) {
    const attempt = { address: request.ip, account: actor.id };
    await this.#context.limits.attempt(attempt, () => changeEmail(this.#context.deps, actor, body));
    return getMe(this.#context.deps, actor);
  }

  @UseEndpoint(meEndpoints.changePassword)
  changePassword(actor: PersonActor, { body }: In<typeof meEndpoints.changePassword>, request: FastifyRequest) {
    const attempt = { address: request.ip, account: actor.id };
    return this.#context.limits.attempt(attempt, () => changePassword(this.#context.deps, actor, body));
  }

  @UseEndpoint(signInEndpoints.create)
  // oxlint-disable-next-line max-params -- it sets a cookie
  async signIn(
    _: undefined,
    { body }: In<typeof signInEndpoints.create>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const attempt = { address: request.ip, account: body.email.toLowerCase() };
    const signedIn = await this.#context.limits.attempt(attempt, () =>
      signIn(this.#context.deps, body, userAgentOf(request)),
    );
    return signedInAnswer(this.#context, reply, signedIn);
  }

  @UseEndpoint(signInEndpoints.end)
  // oxlint-disable-next-line max-params -- it takes a cookie away
  async signOut(_: undefined, __: unknown, request: FastifyRequest, reply: FastifyReply) {
    const { cookie, deps, authenticateSignIn } = this.#context;
    const token = cookie.read(request.headers.cookie);
    const actor = token === undefined ? undefined : await authenticateSignIn(token, undefined);
    if (actor?.credentialId !== undefined) await endSignIn(deps, actor, { signInId: actor.credentialId });
    void reply.header("set-cookie", cookie.clear());
    return undefined;
  }

  @UseEndpoint(signInEndpoints.endAll)
  // oxlint-disable-next-line max-params -- it takes a cookie away
  async signOutEverywhere(actor: PersonActor, _: unknown, __: FastifyRequest, reply: FastifyReply) {
    const ended = await endAllSignIns(this.#context.deps, actor);
    void reply.header("set-cookie", this.#context.cookie.clear());
    return ended;
  }

  @UseEndpoint(signInEndpoints.list)
  list(actor: PersonActor) {
    return wholeList(listSignIns(this.#context.deps, actor));
  }

  @UseEndpoint(signInEndpoints.endOne)
  endOne(actor: PersonActor, { params }: In<typeof signInEndpoints.endOne>) {
    return endSignIn(this.#context.deps, actor, params);
  }

  @UseEndpoint(signInEndpoints.useLink)
  // oxlint-disable-next-line max-params -- it sets a cookie
  async useLink(
    _: undefined,
    { body }: In<typeof signInEndpoints.useLink>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const attempt = { address: request.ip, account: undefined };
    const signedIn = await this.#context.limits.attempt(attempt, () =>
      takeSignInLink(this.#context.deps, body, userAgentOf(request)),
    );
    return signedInAnswer(this.#context, reply, signedIn);
  }
}
