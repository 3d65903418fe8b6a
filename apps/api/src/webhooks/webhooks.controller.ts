import { webhookEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import {
  createWebhook,
  deleteWebhook,
  type EngineDeps,
  getDelivery,
  getWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  replayFailed,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";

/** Webhooks and the log of what they were told. They are sent by the heartbeat worker. */
@Controller()
export class WebhooksController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(webhookEndpoints.list)
  list(actor: Actor, { query }: In<typeof webhookEndpoints.list>) {
    return listWebhooks(this.#deps, actor, query);
  }

  @UseEndpoint(webhookEndpoints.create)
  create(actor: Actor, { body }: In<typeof webhookEndpoints.create>) {
    return createWebhook(this.#deps, actor, body);
  }

  @UseEndpoint(webhookEndpoints.get)
  get(actor: Actor, { params }: In<typeof webhookEndpoints.get>) {
    return getWebhook(this.#deps, actor, params);
  }

  @UseEndpoint(webhookEndpoints.update)
  update(actor: Actor, { params, body, version }: In<typeof webhookEndpoints.update>) {
    return updateWebhook(this.#deps, actor, { ...params, version, change: body });
  }

  @UseEndpoint(webhookEndpoints.delete)
  async delete(actor: Actor, { params }: In<typeof webhookEndpoints.delete>) {
    await deleteWebhook(this.#deps, actor, params);
    return undefined;
  }

  @UseEndpoint(webhookEndpoints.rotateSecret)
  rotateSecret(actor: Actor, { params }: In<typeof webhookEndpoints.rotateSecret>) {
    return rotateWebhookSecret(this.#deps, actor, params);
  }

  @UseEndpoint(webhookEndpoints.test)
  test(actor: Actor, { params }: In<typeof webhookEndpoints.test>) {
    return testWebhook(this.#deps, actor, params);
  }

  @UseEndpoint(webhookEndpoints.listDeliveries)
  listDeliveries(actor: Actor, { params, query }: In<typeof webhookEndpoints.listDeliveries>) {
    return listDeliveries(this.#deps, actor, { ...params, ...query });
  }

  @UseEndpoint(webhookEndpoints.getDelivery)
  getDelivery(actor: Actor, { params }: In<typeof webhookEndpoints.getDelivery>) {
    return getDelivery(this.#deps, actor, params);
  }

  @UseEndpoint(webhookEndpoints.replayFailed)
  replayFailed(actor: Actor, { params, body }: In<typeof webhookEndpoints.replayFailed>) {
    return replayFailed(this.#deps, actor, { ...params, ...body });
  }

  @UseEndpoint(webhookEndpoints.replay)
  replay(actor: Actor, { params }: In<typeof webhookEndpoints.replay>) {
    return replayDelivery(this.#deps, actor, params);
  }
}
