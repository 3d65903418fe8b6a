import { announcementEndpoints, feedbackEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import {
  announce,
  endAnnouncement,
  type EngineDeps,
  getAnnouncement,
  giveFeedback,
  listAnnouncements,
  listFeedback,
  updateAnnouncement,
  withdrawFeedback,
} from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";

/** What people tell agents: announcements, and what they say of their work. */
@Controller()
export class KnowledgeController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(announcementEndpoints.list)
  listAnnouncements(actor: Actor, { query }: In<typeof announcementEndpoints.list>) {
    return listAnnouncements(this.#deps, actor, query);
  }

  @UseEndpoint(announcementEndpoints.create)
  announce(actor: Actor, { body }: In<typeof announcementEndpoints.create>) {
    return announce(this.#deps, actor, body);
  }

  @UseEndpoint(announcementEndpoints.get)
  getAnnouncement(actor: Actor, { params }: In<typeof announcementEndpoints.get>) {
    return getAnnouncement(this.#deps, actor, params);
  }

  @UseEndpoint(announcementEndpoints.update)
  updateAnnouncement(actor: Actor, { params, body, version }: In<typeof announcementEndpoints.update>) {
    return updateAnnouncement(this.#deps, actor, { ...params, version, change: body });
  }

  @UseEndpoint(announcementEndpoints.end)
  endAnnouncement(actor: Actor, { params }: In<typeof announcementEndpoints.end>) {
    return endAnnouncement(this.#deps, actor, params);
  }

  @UseEndpoint(feedbackEndpoints.list)
  listFeedback(actor: Actor, { query }: In<typeof feedbackEndpoints.list>) {
    return listFeedback(this.#deps, actor, query);
  }

  @UseEndpoint(feedbackEndpoints.give)
  giveFeedback(actor: Actor, { body }: In<typeof feedbackEndpoints.give>) {
    return giveFeedback(this.#deps, actor, body);
  }

  @UseEndpoint(feedbackEndpoints.withdraw)
  async withdrawFeedback(actor: Actor, { params }: In<typeof feedbackEndpoints.withdraw>) {
    await withdrawFeedback(this.#deps, actor, params);
    return undefined;
  }
}
