import { runEndpoints, sessionEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import { type EngineDeps, getRun, getSession, listEntries, listEntriesOfRun, listRuns } from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";

/** Runs and the logs they write, to read only. */
@Controller()
export class RunsController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(runEndpoints.list)
  list(actor: Actor, { query }: In<typeof runEndpoints.list>) {
    return listRuns(this.#deps, actor, query);
  }

  @UseEndpoint(runEndpoints.get)
  get(actor: Actor, { params }: In<typeof runEndpoints.get>) {
    return getRun(this.#deps, actor, params);
  }

  @UseEndpoint(sessionEndpoints.listEntriesOfRun)
  listEntriesOfRun(actor: Actor, { params, query }: In<typeof sessionEndpoints.listEntriesOfRun>) {
    return listEntriesOfRun(this.#deps, actor, { ...params, ...query });
  }

  @UseEndpoint(sessionEndpoints.get)
  getSession(actor: Actor, { params }: In<typeof sessionEndpoints.get>) {
    return getSession(this.#deps, actor, params);
  }

  @UseEndpoint(sessionEndpoints.listEntries)
  listEntries(actor: Actor, { params, query }: In<typeof sessionEndpoints.listEntries>) {
    return listEntries(this.#deps, actor, { ...params, ...query });
  }
}
