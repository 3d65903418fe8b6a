import { deliverableEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import {
  type EngineDeps,
  getDeliverable,
  getTask,
  listDeliverables,
  readDeliverable,
  readSubmitFile,
} from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { CurrentActor, type In, Input, UseEndpoint } from "../http/endpoint.decorators.ts";
import { attachment } from "./attachment.ts";

/** Results, and the bytes of what was submitted. */
@Controller()
export class DeliverablesController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(deliverableEndpoints.list)
  list(@CurrentActor() actor: Actor, @Input() { query }: In<typeof deliverableEndpoints.list>) {
    return listDeliverables(this.#deps, actor, query);
  }

  @UseEndpoint(deliverableEndpoints.listOfTask)
  async listOfTask(
    @CurrentActor() actor: Actor,
    @Input() { params, query }: In<typeof deliverableEndpoints.listOfTask>,
  ) {
    await getTask(this.#deps, actor, params);
    return listDeliverables(this.#deps, actor, { ...params, ...query });
  }

  @UseEndpoint(deliverableEndpoints.get)
  get(@CurrentActor() actor: Actor, @Input() { params }: In<typeof deliverableEndpoints.get>) {
    return getDeliverable(this.#deps, actor, params);
  }

  @UseEndpoint(deliverableEndpoints.download)
  download(@CurrentActor() actor: Actor, @Input() { params }: In<typeof deliverableEndpoints.download>) {
    return attachment(readDeliverable(this.#deps, actor, params));
  }

  @UseEndpoint(deliverableEndpoints.downloadSubmitted)
  downloadSubmitted(
    @CurrentActor() actor: Actor,
    @Input() { params, query }: In<typeof deliverableEndpoints.downloadSubmitted>,
  ) {
    return attachment(readSubmitFile(this.#deps, actor, { ...params, ...query }));
  }
}
