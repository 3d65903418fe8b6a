import { projectEndpoints, standingApprovalEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import {
  createProject,
  type EngineDeps,
  getProject,
  grantStandingApprovals,
  listProjects,
  listStandingApprovals,
  revokeStandingApproval,
  updateProject,
} from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";
import { wholeList } from "../http/whole-list.ts";

/** Projects, and what is approved for them once and for all. */
@Controller()
export class ProjectsController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(projectEndpoints.list)
  list(actor: Actor, { query }: In<typeof projectEndpoints.list>) {
    return listProjects(this.#deps, actor, query);
  }

  @UseEndpoint(projectEndpoints.create)
  create(actor: Actor, { body }: In<typeof projectEndpoints.create>) {
    return createProject(this.#deps, actor, body);
  }

  @UseEndpoint(projectEndpoints.get)
  get(actor: Actor, { params }: In<typeof projectEndpoints.get>) {
    return getProject(this.#deps, actor, params);
  }

  @UseEndpoint(projectEndpoints.update)
  update(actor: Actor, { params, body, version }: In<typeof projectEndpoints.update>) {
    return updateProject(this.#deps, actor, { ...params, version, change: body });
  }

  @UseEndpoint(standingApprovalEndpoints.list)
  async listStanding(actor: Actor, { params, query }: In<typeof standingApprovalEndpoints.list>) {
    await getProject(this.#deps, actor, params);
    return listStandingApprovals(this.#deps, actor, { ...params, ...query });
  }

  @UseEndpoint(standingApprovalEndpoints.grant)
  grantStanding(actor: Actor, { params, body }: In<typeof standingApprovalEndpoints.grant>) {
    return wholeList(grantStandingApprovals(this.#deps, actor, { ...params, ...body }));
  }

  @UseEndpoint(standingApprovalEndpoints.revoke)
  revokeStanding(actor: Actor, { params }: In<typeof standingApprovalEndpoints.revoke>) {
    return revokeStandingApproval(this.#deps, actor, params);
  }
}
