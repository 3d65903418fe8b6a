import { modelCallEndpoints, sessionContextEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import {
  diffModelCalls,
  type EngineDeps,
  getCallReceipt,
  getEntry,
  getPromptText,
  getSessionContext,
  listHistory,
  listModelCallsOfRun,
  listModelCallsOfSession,
} from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";

/** What went into the calls of models, and what would go into the next one. */
@Controller()
export class ContextController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(sessionContextEndpoints.context)
  context(actor: Actor, { params, query }: In<typeof sessionContextEndpoints.context>) {
    return getSessionContext(this.#deps, actor, { ...params, ...query });
  }

  @UseEndpoint(sessionContextEndpoints.history)
  history(actor: Actor, { params, query }: In<typeof sessionContextEndpoints.history>) {
    return listHistory(this.#deps, actor, { ...params, ...query });
  }

  @UseEndpoint(sessionContextEndpoints.entry)
  entry(actor: Actor, { params }: In<typeof sessionContextEndpoints.entry>) {
    return getEntry(this.#deps, actor, params);
  }

  @UseEndpoint(modelCallEndpoints.listOfSession)
  listOfSession(actor: Actor, { params, query }: In<typeof modelCallEndpoints.listOfSession>) {
    return listModelCallsOfSession(this.#deps, actor, { ...params, ...query });
  }

  @UseEndpoint(modelCallEndpoints.listOfRun)
  listOfRun(actor: Actor, { params, query }: In<typeof modelCallEndpoints.listOfRun>) {
    return listModelCallsOfRun(this.#deps, actor, { ...params, ...query });
  }

  @UseEndpoint(modelCallEndpoints.receipt)
  receipt(actor: Actor, { params }: In<typeof modelCallEndpoints.receipt>) {
    return getCallReceipt(this.#deps, actor, params);
  }

  @UseEndpoint(modelCallEndpoints.diff)
  diff(actor: Actor, { params }: In<typeof modelCallEndpoints.diff>) {
    return diffModelCalls(this.#deps, actor, params);
  }

  @UseEndpoint(modelCallEndpoints.text)
  text(actor: Actor, { params }: In<typeof modelCallEndpoints.text>) {
    return getPromptText(this.#deps, actor, params);
  }
}
