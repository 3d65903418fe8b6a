import { runEndpoints, sessionEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import { type EngineDeps, getRun, listEntriesOfRun, listRuns, listToolCalls, requireRun } from "@cadre/engine";
import type { RunCursor, RunStream } from "@cadre/server-kit";
import { API_LIMITS, Fault } from "@cadre/shared";
import { Controller, Inject } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";
import { openStream } from "../http/open-stream.ts";

/** Runs, what they write and what they leave in their log. */
@Controller()
export class RunsController {
  readonly #deps: EngineDeps;
  readonly #runStream: RunStream;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
    this.#runStream = context.runStream;
  }

  @UseEndpoint(runEndpoints.list)
  list(actor: Actor, { query }: In<typeof runEndpoints.list>) {
    return listRuns(this.#deps, actor, query);
  }

  @UseEndpoint(runEndpoints.get)
  get(actor: Actor, { params }: In<typeof runEndpoints.get>) {
    return getRun(this.#deps, actor, params);
  }

  @UseEndpoint(runEndpoints.listToolCalls)
  listToolCalls(actor: Actor, { params, query }: In<typeof runEndpoints.listToolCalls>) {
    return listToolCalls(this.#deps, actor, { ...params, ...query });
  }

  @UseEndpoint(runEndpoints.stream)
  // oxlint-disable-next-line max-params -- a stream answers on the raw connection
  async stream(
    actor: Actor,
    { params }: In<typeof runEndpoints.stream>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const cursor = cursorOf(request);
    await requireRun(this.#deps, actor, params);
    const stream = openStream(request, reply);
    const watcher = { runId: params.runId, cursor, write: stream.writeText, close: stream.end };
    stream.onClose(this.#runStream.watch(watcher));
  }

  @UseEndpoint(sessionEndpoints.listEntriesOfRun)
  listEntriesOfRun(actor: Actor, { params, query }: In<typeof sessionEndpoints.listEntriesOfRun>) {
    return listEntriesOfRun(this.#deps, actor, { ...params, ...query });
  }
}

function cursorOf(request: FastifyRequest): RunCursor | undefined {
  const header = request.headers["last-event-id"];
  if (header === undefined || header === "") return undefined;
  const [, fence, step, seq] = /^(\d{1,9})-(\d{1,9})-(\d{1,10})$/.exec(String(header)) ?? [];
  if (seq !== undefined && Number(seq) <= API_LIMITS.rowNumberMax)
    return { fence: Number(fence), step: Number(step), seq: Number(seq) };
  throw new Fault("invalid", "runs.bad-last-id", {
    message: "Last-Event-ID must be the id of a delta of this stream, such as 1-2-345. Leave it out to start anew.",
    field: "Last-Event-ID",
  });
}
