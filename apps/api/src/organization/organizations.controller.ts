import { auditEntryEndpoints, organizationsEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import {
  createOrganization,
  enterOrganization,
  getMe,
  type EngineDeps,
  listAuditEntries,
  listOwnOrganizations,
  type PersonActor,
} from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";
import { wholeList } from "../http/whole-list.ts";

/** The organizations of a person, and what was done in the one they work in. */
@Controller()
export class OrganizationsController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(organizationsEndpoints.list)
  list(actor: Actor) {
    return wholeList(listOwnOrganizations(this.#deps, actor));
  }

  @UseEndpoint(organizationsEndpoints.create)
  async create(actor: PersonActor, { body }: In<typeof organizationsEndpoints.create>) {
    return getMe(this.#deps, await createOrganization(this.#deps, actor, body));
  }

  @UseEndpoint(organizationsEndpoints.enter)
  async enter(actor: PersonActor, { params }: In<typeof organizationsEndpoints.enter>) {
    return getMe(this.#deps, await enterOrganization(this.#deps, actor, params));
  }

  @UseEndpoint(auditEntryEndpoints.list)
  listAudit(actor: Actor, { query }: In<typeof auditEntryEndpoints.list>) {
    return listAuditEntries(this.#deps, actor, query);
  }
}
