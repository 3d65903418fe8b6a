import type { ClaimRef } from "../claim.ts";
import type { HeldClaim } from "./workers.ts";

type Watched = { readonly claim: ClaimRef; readonly abort: AbortController };

/** The claims a process works on, and the signals that end their work. */
export class ClaimWatch {
  readonly #watched = new Map<string, Watched>();

  get size(): number {
    return this.#watched.size;
  }

  held(): ClaimRef[] {
    return [...this.#watched.values()].map(({ claim }) => claim);
  }

  /** Watches a claim. An older claim of the same run is lost by that, and aborts. */
  open(claim: ClaimRef): { readonly signal: AbortSignal; close(): void } {
    const own: Watched = { claim, abort: new AbortController() };
    this.#watched.get(claim.runId)?.abort.abort(new Error("This worker claimed the run anew."));
    this.#watched.set(claim.runId, own);
    return {
      signal: own.abort.signal,
      close: () => {
        if (this.#watched.get(claim.runId) === own) this.#watched.delete(claim.runId);
      },
    };
  }

  /** Aborts the work on one claim; on a newer claim of the same run it goes on. */
  abort({ runId, fence }: HeldClaim, reason: string): void {
    const own = this.#watched.get(runId);
    if (own?.claim.fence === fence) own.abort.abort(new Error(reason));
  }

  abortAll(reason: string): void {
    for (const claim of this.held()) this.abort(claim, reason);
  }
}
