import { approvalEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import { decideApproval, type EngineDeps, getApproval, listApprovals } from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";

/** What waits for a person's decision. */
@Controller()
export class ApprovalsController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(approvalEndpoints.list)
  list(actor: Actor, { query }: In<typeof approvalEndpoints.list>) {
    return listApprovals(this.#deps, actor, query);
  }

  @UseEndpoint(approvalEndpoints.get)
  get(actor: Actor, { params }: In<typeof approvalEndpoints.get>) {
    return getApproval(this.#deps, actor, params);
  }

  @UseEndpoint(approvalEndpoints.approve)
  approve(actor: Actor, { params, body }: In<typeof approvalEndpoints.approve>) {
    return decideApproval(this.#deps, actor, { ...params, decision: { decision: "approve", ...body } });
  }

  @UseEndpoint(approvalEndpoints.reject)
  reject(actor: Actor, { params, body }: In<typeof approvalEndpoints.reject>) {
    return decideApproval(this.#deps, actor, { ...params, decision: { decision: "reject", ...body } });
  }

  @UseEndpoint(approvalEndpoints.decide)
  decide(actor: Actor, { params, body }: In<typeof approvalEndpoints.decide>) {
    return decideApproval(this.#deps, actor, { ...params, decision: body });
  }
}
