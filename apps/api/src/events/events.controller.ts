import { eventEndpoints } from "@cadre/contracts";
import { type Actor, ADMIN_TOPICS, EVENT_TYPES, hasRole, topicOf } from "@cadre/domain";
import { listActivity } from "@cadre/engine";
import { Fault } from "@cadre/shared";
import { Controller, Inject } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";
import { openStream } from "../http/open-stream.ts";

/** `GET /api/v1/events`: committed events of the caller's organization as server-sent events, raw frames, replayable. */
@Controller()
export class EventsController {
  readonly #context: ApiContext;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#context = context;
  }

  @UseEndpoint(eventEndpoints.stream)
  // oxlint-disable-next-line max-params -- a stream answers on the raw connection
  async stream(
    actor: Actor,
    _: In<typeof eventEndpoints.stream>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const lastEventId = lastIdOf(request);
    const topics = topicsOf(request);
    const stream = openStream(request, reply);
    try {
      const { organizationId } = actor;
      const hiddenTopics = hasRole(actor, "admin") ? [] : ADMIN_TOPICS;
      const client = { organizationId, topics, hiddenTopics, write: stream.write, close: stream.close };
      stream.onClose(await this.#context.hub.attach(client, lastEventId));
    } catch (error) {
      // The answer has begun, so the failure cannot be told any more: the client comes back with its last id.
      this.#context.log.warn({ err: error, requestId: request.id }, "An event stream could not begin.");
      stream.close();
    }
  }

  @UseEndpoint(eventEndpoints.listActivity)
  listActivity(actor: Actor, { query }: In<typeof eventEndpoints.listActivity>) {
    return listActivity(this.#context.deps, actor, query);
  }

  @UseEndpoint(eventEndpoints.listTypes)
  listTypes() {
    const types = Object.entries(EVENT_TYPES).map(([type, summary]) => ({
      type,
      topic: topicOf(type),
      summary,
    }));
    return { data: types, nextCursor: null };
  }
}

function lastIdOf(request: FastifyRequest): number | undefined {
  const header = request.headers["last-event-id"];
  if (header === undefined || header === "") return undefined;
  const id = Number(header);
  if (Number.isSafeInteger(id) && id >= 0) return id;
  throw new Fault("invalid", "events.bad-last-id", {
    message: "Last-Event-ID must be the id of an event of this stream: a whole number. Leave it out to start now.",
    field: "Last-Event-ID",
  });
}

function topicsOf(request: FastifyRequest): ReadonlySet<string> | undefined {
  const url = new URL(request.url, "http://cadre");
  const topics = url.searchParams.get("topics");
  if (topics === null || topics === "") return undefined;
  return new Set(topics.split(",").map((topic) => topic.trim()));
}
