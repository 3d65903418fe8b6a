import type { RefusalCategory } from "./planned-reply.ts";

/** What goes wrong. `delay` and `one-byte-chunks` come on top of another effect; of the others one applies to a request. */
export type FaultEffect =
  | {
      readonly kind: "status";
      readonly status: number;
      readonly type?: string;
      readonly message?: string;
      readonly retryAfterSeconds?: number;
      readonly errorCode?: string;
    }
  | { readonly kind: "delay"; readonly ms: number }
  | { readonly kind: "one-byte-chunks" }
  | { readonly kind: "hang" }
  | { readonly kind: "reset" }
  | { readonly kind: "cut"; readonly afterEvents: number }
  | { readonly kind: "stream-error"; readonly afterEvents: number; readonly type?: string; readonly message?: string }
  | { readonly kind: "truncated-tool-json" }
  | { readonly kind: "refusal"; readonly category?: RefusalCategory }
  | { readonly kind: "max-tokens"; readonly tokens?: number }
  | { readonly kind: "context-exceeded"; readonly as?: "error" | "stop" };

export type FaultKind = FaultEffect["kind"];

/** Which requests a fault meets: `times` of them (1 unless given), after letting `skip` matching ones pass. */
export type FaultScope = {
  readonly times?: number;
  readonly skip?: number;
  readonly path?: string;
  readonly model?: string;
};

export type PlannedFault = FaultScope & FaultEffect;

type Waiting = { readonly fault: PlannedFault; skip: number; times: number };

/** Faults waiting for the requests they are meant for, in the order they were planned. */
export class FaultPlan {
  #waiting: Waiting[] = [];

  plan(...faults: readonly PlannedFault[]): void {
    for (const fault of faults) this.#waiting.push({ fault, skip: fault.skip ?? 0, times: fault.times ?? 1 });
  }

  clear(): void {
    this.#waiting = [];
  }

  /** What is still to come, with the counts that are left. */
  pending(): PlannedFault[] {
    return this.#waiting.map(({ fault, skip, times }) => ({ ...fault, skip, times }));
  }

  /** Takes what befalls one request, and counts it. */
  take(request: { readonly path: string; readonly model: string | undefined }): readonly FaultEffect[] {
    const taken: FaultEffect[] = [];
    for (const waiting of this.#waiting) {
      const { fault } = waiting;
      if (fault.path !== undefined && fault.path !== request.path) continue;
      if (fault.model !== undefined && fault.model !== request.model) continue;
      if (!isModifier(fault) && taken.some((effect) => !isModifier(effect))) continue;
      if (waiting.skip > 0) {
        waiting.skip -= 1;
        continue;
      }
      waiting.times -= 1;
      taken.push(fault);
    }
    this.#waiting = this.#waiting.filter(({ times }) => times > 0);
    return taken;
  }
}

/** The effect of one kind among those taken for a request. */
export function effectOf<K extends FaultKind>(
  effects: readonly FaultEffect[],
  kind: K,
): Extract<FaultEffect, { kind: K }> | undefined {
  return effects.find((effect): effect is Extract<FaultEffect, { kind: K }> => effect.kind === kind);
}

function isModifier(effect: FaultEffect): boolean {
  return effect.kind === "delay" || effect.kind === "one-byte-chunks";
}
