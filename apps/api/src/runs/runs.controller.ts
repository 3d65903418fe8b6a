import { runEndpoints, sessionEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import { type EngineDeps, getRun, getSession, listEntries, listEntriesOfRun, listRuns } from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { CurrentActor, type In, Input, UseEndpoint } from "../http/endpoint.decorators.ts";

/** Runs and the logs they write, to read only. */
@Controller()
export class RunsController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(runEndpoints.list)
  list(@CurrentActor() actor: Actor, @Input() { query }: In<typeof runEndpoints.list>) {
    return listRuns(this.#deps, actor, query);
  }

  @UseEndpoint(runEndpoints.get)
  get(@CurrentActor() actor: Actor, @Input() { params }: In<typeof runEndpoints.get>) {
    return getRun(this.#deps, actor, params);
  }

  @UseEndpoint(sessionEndpoints.listEntriesOfRun)
  listEntriesOfRun(
    @CurrentActor() actor: Actor,
    @Input() { params, query }: In<typeof sessionEndpoints.listEntriesOfRun>,
  ) {
    return listEntriesOfRun(this.#deps, actor, { ...params, ...query });
  }

  @UseEndpoint(sessionEndpoints.get)
  getSession(@CurrentActor() actor: Actor, @Input() { params }: In<typeof sessionEndpoints.get>) {
    return getSession(this.#deps, actor, params);
  }

  @UseEndpoint(sessionEndpoints.listEntries)
  listEntries(@CurrentActor() actor: Actor, @Input() { params, query }: In<typeof sessionEndpoints.listEntries>) {
    return listEntries(this.#deps, actor, { ...params, ...query });
  }
}
