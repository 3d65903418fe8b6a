import { deliverableEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import {
  addLink,
  type EngineDeps,
  getDeliverable,
  getTask,
  listDeliverables,
  readDeliverable,
  readSubmitFile,
} from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";
import { attachment } from "./attachment.ts";

/** Results, and the bytes of what was submitted. */
@Controller()
export class DeliverablesController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(deliverableEndpoints.list)
  list(actor: Actor, { query }: In<typeof deliverableEndpoints.list>) {
    return listDeliverables(this.#deps, actor, query);
  }

  @UseEndpoint(deliverableEndpoints.addLink)
  addLink(actor: Actor, { body }: In<typeof deliverableEndpoints.addLink>) {
    return addLink(this.#deps, actor, body);
  }

  @UseEndpoint(deliverableEndpoints.listOfTask)
  async listOfTask(actor: Actor, { params, query }: In<typeof deliverableEndpoints.listOfTask>) {
    await getTask(this.#deps, actor, params);
    return listDeliverables(this.#deps, actor, { ...params, ...query });
  }

  @UseEndpoint(deliverableEndpoints.get)
  get(actor: Actor, { params }: In<typeof deliverableEndpoints.get>) {
    return getDeliverable(this.#deps, actor, params);
  }

  @UseEndpoint(deliverableEndpoints.download)
  download(actor: Actor, { params }: In<typeof deliverableEndpoints.download>) {
    return attachment(readDeliverable(this.#deps, actor, params));
  }

  @UseEndpoint(deliverableEndpoints.downloadSubmitted)
  downloadSubmitted(actor: Actor, { params, query }: In<typeof deliverableEndpoints.downloadSubmitted>) {
    return attachment(readSubmitFile(this.#deps, actor, { ...params, ...query }));
  }
}
