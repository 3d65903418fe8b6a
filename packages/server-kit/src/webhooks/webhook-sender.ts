import {
  claimTries,
  type EngineDeps,
  queueDeliveries,
  settleTry,
  type TryOutcome,
  type WebhookTry,
} from "@cadre/engine";
import { WEBHOOK_LIMITS } from "@cadre/shared";
import { pause } from "../leader.ts";
import { postWebhook } from "./post-webhook.ts";

export type WebhookSender = {
  /** New positions may be there. */
  ring(): void;
  /** Works until the signal aborts; what is under way then is given up, and tried again by another process. */
  run(signal: AbortSignal): Promise<void>;
};

type Problem = (error: Error, where: string) => void;

/** Makes deliveries of new events and sends those that are due, several at once. Any number of processes do so side by side. */
export function createWebhookSender(deps: EngineDeps, onProblem: Problem): WebhookSender {
  let wake = new AbortController();
  const underWay = new Map<string, number>();
  const running = new Set<Promise<void>>();

  async function make(attempt: WebhookTry, signal: AbortSignal): Promise<void> {
    try {
      const outcome =
        attempt.trouble === undefined
          ? await postWebhook(attempt, { privateHosts: deps.privateHosts, signal })
          : unsent(attempt.trouble);
      if (!signal.aborted) await settleTry(deps, attempt, outcome);
    } catch (error) {
      // Its claim runs out, and it is tried again.
      onProblem(asError(error), "webhook try");
    } finally {
      count(underWay, attempt.webhookId, -1);
      wake.abort();
    }
  }

  /** Returns how long to wait for the next pass. */
  async function pass(signal: AbortSignal): Promise<number> {
    const events = await queueDeliveries(deps);
    if (events === undefined) return WEBHOOK_LIMITS.idlePassMs;
    const limit = WEBHOOK_LIMITS.triesAtOnce - running.size;
    const tries = limit > 0 ? await claimTries(deps, { limit, underWay }) : [];
    for (const attempt of tries) {
      count(underWay, attempt.webhookId, 1);
      const work = make(attempt, signal).finally(() => running.delete(work));
      running.add(work);
    }
    return events < WEBHOOK_LIMITS.eventBatch ? WEBHOOK_LIMITS.passMs : 0;
  }

  return {
    ring: () => wake.abort(),
    async run(signal) {
      while (!signal.aborted) {
        wake = new AbortController();
        let waitMs: number = WEBHOOK_LIMITS.passMs;
        try {
          waitMs = await pass(signal);
        } catch (error) {
          onProblem(asError(error), "webhooks");
        }
        if (waitMs > 0) await pause(waitMs, AbortSignal.any([signal, wake.signal]));
      }
      await Promise.all(running);
    },
  };
}

function unsent(error: string): TryOutcome {
  return { responseStatus: undefined, responseText: undefined, error, retryAfterMs: undefined, durationMs: 0 };
}

function count(underWay: Map<string, number>, webhookId: string, change: number): void {
  const tries = (underWay.get(webhookId) ?? 0) + change;
  if (tries === 0) underWay.delete(webhookId);
  else underWay.set(webhookId, tries);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
