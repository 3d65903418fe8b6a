import { apiKeyEndpoints, organizationEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import {
  createApiKey,
  emergencyStop,
  type EngineDeps,
  getOrganization,
  listApiKeys,
  resumeOrganization,
  revokeApiKey,
  updateOrganization,
} from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";

/** API keys, and the organization they belong to. */
@Controller()
export class OrganizationController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(apiKeyEndpoints.list)
  listKeys(actor: Actor, { query }: In<typeof apiKeyEndpoints.list>) {
    return listApiKeys(this.#deps, actor, query);
  }

  @UseEndpoint(apiKeyEndpoints.create)
  createKey(actor: Actor, { body }: In<typeof apiKeyEndpoints.create>) {
    return createApiKey(this.#deps, actor, body);
  }

  @UseEndpoint(apiKeyEndpoints.revoke)
  revokeKey(actor: Actor, { params }: In<typeof apiKeyEndpoints.revoke>) {
    return revokeApiKey(this.#deps, actor, params);
  }

  @UseEndpoint(organizationEndpoints.get)
  get(actor: Actor) {
    return getOrganization(this.#deps, actor);
  }

  @UseEndpoint(organizationEndpoints.update)
  update(actor: Actor, { body, version }: In<typeof organizationEndpoints.update>) {
    return updateOrganization(this.#deps, actor, { version, change: body });
  }

  @UseEndpoint(organizationEndpoints.stop)
  stop(actor: Actor) {
    return emergencyStop(this.#deps, actor);
  }

  @UseEndpoint(organizationEndpoints.resume)
  resume(actor: Actor) {
    return resumeOrganization(this.#deps, actor);
  }
}
