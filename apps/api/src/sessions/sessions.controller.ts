import { Readable } from "node:stream";
import { sessionEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import {
  type EngineDeps,
  exportSession,
  getSession,
  getSessionTree,
  listEntries,
  listSessions,
  readToolResult,
} from "@cadre/engine";
import { Controller, Inject, StreamableFile } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";

/** Sessions as people read them. */
@Controller()
export class SessionsController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(sessionEndpoints.list)
  list(actor: Actor, { query }: In<typeof sessionEndpoints.list>) {
    return listSessions(this.#deps, actor, query);
  }

  @UseEndpoint(sessionEndpoints.get)
  get(actor: Actor, { params }: In<typeof sessionEndpoints.get>) {
    return getSession(this.#deps, actor, params);
  }

  @UseEndpoint(sessionEndpoints.listEntries)
  listEntries(actor: Actor, { params, query }: In<typeof sessionEndpoints.listEntries>) {
    return listEntries(this.#deps, actor, { ...params, ...query });
  }

  @UseEndpoint(sessionEndpoints.getTree)
  getTree(actor: Actor, { params }: In<typeof sessionEndpoints.getTree>) {
    return getSessionTree(this.#deps, actor, params);
  }

  @UseEndpoint(sessionEndpoints.export)
  async export(actor: Actor, { params }: In<typeof sessionEndpoints.export>) {
    const { name, lines } = await exportSession(this.#deps, actor, params);
    return new StreamableFile(Readable.from(lines), {
      type: "application/x-ndjson",
      disposition: `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    });
  }

  @UseEndpoint(sessionEndpoints.getToolResult)
  getToolResult(actor: Actor, { params, query }: In<typeof sessionEndpoints.getToolResult>) {
    return readToolResult(this.#deps, actor, { ...params, ...query });
  }
}
