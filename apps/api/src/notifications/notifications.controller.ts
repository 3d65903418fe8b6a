import { notificationEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import { countUnread, type EngineDeps, listNotifications, markNotificationsRead } from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { CurrentActor, type In, Input, UseEndpoint } from "../http/endpoint.decorators.ts";

/** A person's inbox. */
@Controller()
export class NotificationsController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(notificationEndpoints.list)
  list(@CurrentActor() actor: Actor, @Input() { query }: In<typeof notificationEndpoints.list>) {
    return listNotifications(this.#deps, actor, query);
  }

  @UseEndpoint(notificationEndpoints.countUnread)
  async countUnread(@CurrentActor() actor: Actor) {
    return { unread: await countUnread(this.#deps, actor) };
  }

  @UseEndpoint(notificationEndpoints.markRead)
  markRead(@CurrentActor() actor: Actor, @Input() { body }: In<typeof notificationEndpoints.markRead>) {
    return markNotificationsRead(this.#deps, actor, body);
  }
}
