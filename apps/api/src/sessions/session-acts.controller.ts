import { sessionActEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import {
  archiveSession,
  createSession,
  deleteSession,
  type EngineDeps,
  forkSession,
  importSession,
  labelEntry,
  moveSessionHead,
  pinEntry,
  renameSession,
  restoreSession,
  revertSession,
  unarchiveSession,
  updateMetadata,
} from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";

/** What people do with sessions. */
@Controller()
export class SessionActsController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(sessionActEndpoints.create)
  create(actor: Actor, { body }: In<typeof sessionActEndpoints.create>) {
    return createSession(this.#deps, actor, body);
  }

  @UseEndpoint(sessionActEndpoints.fork)
  fork(actor: Actor, { params, body }: In<typeof sessionActEndpoints.fork>) {
    return forkSession(this.#deps, actor, { ...params, ...body });
  }

  @UseEndpoint(sessionActEndpoints.import)
  import(actor: Actor, { body }: In<typeof sessionActEndpoints.import>) {
    return importSession(this.#deps, actor, body);
  }

  @UseEndpoint(sessionActEndpoints.rename)
  rename(actor: Actor, { params, body, version }: In<typeof sessionActEndpoints.rename>) {
    return renameSession(this.#deps, actor, { ...params, ...body, version });
  }

  @UseEndpoint(sessionActEndpoints.updateMetadata)
  updateMetadata(actor: Actor, { params, body, version }: In<typeof sessionActEndpoints.updateMetadata>) {
    return updateMetadata(this.#deps, actor, { ...params, version, ...body });
  }

  @UseEndpoint(sessionActEndpoints.pin)
  pin(actor: Actor, { params, body, version }: In<typeof sessionActEndpoints.pin>) {
    return pinEntry(this.#deps, actor, { ...params, ...body, version });
  }

  @UseEndpoint(sessionActEndpoints.label)
  label(actor: Actor, { params, body, version }: In<typeof sessionActEndpoints.label>) {
    return labelEntry(this.#deps, actor, { ...params, ...body, version });
  }

  @UseEndpoint(sessionActEndpoints.moveHead)
  moveHead(actor: Actor, { params, body, version }: In<typeof sessionActEndpoints.moveHead>) {
    return moveSessionHead(this.#deps, actor, { ...params, ...body, version });
  }

  @UseEndpoint(sessionActEndpoints.revert)
  revert(actor: Actor, { params, body, version }: In<typeof sessionActEndpoints.revert>) {
    return revertSession(this.#deps, actor, { ...params, ...body, version });
  }

  @UseEndpoint(sessionActEndpoints.restore)
  restore(actor: Actor, { params, version }: In<typeof sessionActEndpoints.restore>) {
    return restoreSession(this.#deps, actor, { ...params, version });
  }

  @UseEndpoint(sessionActEndpoints.archive)
  archive(actor: Actor, { params, version }: In<typeof sessionActEndpoints.archive>) {
    return archiveSession(this.#deps, actor, { ...params, version });
  }

  @UseEndpoint(sessionActEndpoints.unarchive)
  unarchive(actor: Actor, { params, version }: In<typeof sessionActEndpoints.unarchive>) {
    return unarchiveSession(this.#deps, actor, { ...params, version });
  }

  @UseEndpoint(sessionActEndpoints.delete)
  async delete(actor: Actor, { params }: In<typeof sessionActEndpoints.delete>) {
    await deleteSession(this.#deps, actor, params);
    return undefined;
  }
}
