import { documentEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import {
  changeDocument,
  type EngineDeps,
  getDocument,
  getRevision,
  listDocuments,
  listRevisions,
  restoreDocument,
} from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";

/** Texts that people write and agents read. */
@Controller()
export class DocumentsController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(documentEndpoints.list)
  list(actor: Actor, { query }: In<typeof documentEndpoints.list>) {
    return listDocuments(this.#deps, actor, query);
  }

  @UseEndpoint(documentEndpoints.get)
  get(actor: Actor, { params }: In<typeof documentEndpoints.get>) {
    return getDocument(this.#deps, actor, params);
  }

  @UseEndpoint(documentEndpoints.change)
  change(actor: Actor, { params, body, version }: In<typeof documentEndpoints.change>) {
    return changeDocument(this.#deps, actor, { ...params, ...body, version });
  }

  @UseEndpoint(documentEndpoints.listRevisions)
  listRevisions(actor: Actor, { params, query }: In<typeof documentEndpoints.listRevisions>) {
    return listRevisions(this.#deps, actor, { ...params, ...query });
  }

  @UseEndpoint(documentEndpoints.getRevision)
  getRevision(actor: Actor, { params }: In<typeof documentEndpoints.getRevision>) {
    return getRevision(this.#deps, actor, params);
  }

  @UseEndpoint(documentEndpoints.restore)
  restore(actor: Actor, { params, body, version }: In<typeof documentEndpoints.restore>) {
    return restoreDocument(this.#deps, actor, { ...params, ...body, version });
  }
}
