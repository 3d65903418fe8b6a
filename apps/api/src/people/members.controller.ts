import { invitationEndpoints, memberEndpoints, organizationEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import {
  acceptInvitation,
  changeRole,
  createInvitation,
  createSignInLink,
  getMe,
  joinOrganization,
  listInvitations,
  listMembers,
  type PersonActor,
  previewInvitation,
  removeMember,
  revokeInvitation,
} from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";
import { wholeList } from "../http/whole-list.ts";
import { mailInvitation } from "./mail-invitation.ts";
import { linkWith, signedInAnswer, userAgentOf } from "./signed-in-answer.ts";

/** Who belongs to an organization, and who is invited to. */
@Controller()
export class MembersController {
  readonly #context: ApiContext;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#context = context;
  }

  @UseEndpoint(organizationEndpoints.listMembers)
  list(actor: Actor) {
    return wholeList(listMembers(this.#context.deps, actor));
  }

  @UseEndpoint(memberEndpoints.changeRole)
  changeRole(actor: Actor, { params, body }: In<typeof memberEndpoints.changeRole>) {
    return changeRole(this.#context.deps, actor, { ...params, ...body });
  }

  @UseEndpoint(memberEndpoints.remove)
  remove(actor: Actor, { params }: In<typeof memberEndpoints.remove>) {
    return removeMember(this.#context.deps, actor, params);
  }

  @UseEndpoint(memberEndpoints.createSignInLink)
  async createSignInLink(
    actor: Actor,
    { params }: In<typeof memberEndpoints.createSignInLink>,
    request: FastifyRequest,
  ) {
    const { token, expiresAt } = await createSignInLink(this.#context.deps, actor, params);
    return { link: linkWith(this.#context, request, { path: "/new-password", token }), expiresAt };
  }

  @UseEndpoint(invitationEndpoints.list)
  listInvitations(actor: Actor, { query }: In<typeof invitationEndpoints.list>) {
    return listInvitations(this.#context.deps, actor, query);
  }

  @UseEndpoint(invitationEndpoints.create)
  async invite(actor: Actor, { body }: In<typeof invitationEndpoints.create>, request: FastifyRequest) {
    const created = await createInvitation(this.#context.deps, actor, body);
    const link = linkWith(this.#context, request, { path: "/join", token: created.token });
    const mail = await mailInvitation(this.#context, created, link);
    return { invitation: created.invitation, link: mail.status === "sent" ? null : link, mail };
  }

  @UseEndpoint(invitationEndpoints.revoke)
  revoke(actor: Actor, { params }: In<typeof invitationEndpoints.revoke>) {
    return revokeInvitation(this.#context.deps, actor, params);
  }

  @UseEndpoint(invitationEndpoints.preview)
  preview(_: undefined, { body }: In<typeof invitationEndpoints.preview>) {
    return previewInvitation(this.#context.deps, body);
  }

  @UseEndpoint(invitationEndpoints.accept)
  // oxlint-disable-next-line max-params -- it sets a cookie
  async accept(
    _: undefined,
    { body }: In<typeof invitationEndpoints.accept>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const attempt = { address: request.ip, account: body.email.toLowerCase() };
    const signedIn = await this.#context.limits.attempt(attempt, () =>
      acceptInvitation(this.#context.deps, body, userAgentOf(request)),
    );
    return signedInAnswer(this.#context, reply, signedIn);
  }

  @UseEndpoint(invitationEndpoints.join)
  async join(actor: PersonActor, { body }: In<typeof invitationEndpoints.join>) {
    return getMe(this.#context.deps, await joinOrganization(this.#context.deps, actor, body));
  }
}
