import { notificationEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import { countUnread, type EngineDeps, listNotifications, markNotificationsRead } from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";

/** A person's inbox. */
@Controller()
export class NotificationsController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(notificationEndpoints.list)
  list(actor: Actor, { query }: In<typeof notificationEndpoints.list>) {
    return listNotifications(this.#deps, actor, query);
  }

  @UseEndpoint(notificationEndpoints.countUnread)
  async countUnread(actor: Actor) {
    return { unread: await countUnread(this.#deps, actor) };
  }

  @UseEndpoint(notificationEndpoints.markRead)
  markRead(actor: Actor, { body }: In<typeof notificationEndpoints.markRead>) {
    return markNotificationsRead(this.#deps, actor, body);
  }
}
