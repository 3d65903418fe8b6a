import type { Actor } from "@cadre/domain";
import { API_LIMITS, Fault } from "@cadre/shared";
import { Controller, Inject } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";
import { SECURITY_HEADERS } from "../http/security-headers.ts";
import { eventEndpoints } from "@cadre/contracts";

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
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      ...SECURITY_HEADERS,
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-request-id": request.id,
    });
    raw.flushHeaders();
    try {
      const leave = await this.#context.hub.attach(
        {
          organizationId: actor.organizationId,
          topics,
          write: (frame) => raw.write(frame) || raw.writableLength < API_LIMITS.eventStreamBufferBytes,
          close: () => raw.destroy(),
        },
        lastEventId,
      );
      if (raw.destroyed) leave();
      else raw.once("close", leave);
    } catch (error) {
      // The answer has begun, so the failure cannot be told any more: the client comes back with its last id.
      this.#context.log.warn({ err: error, requestId: request.id }, "An event stream could not begin.");
      raw.destroy();
    }
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
