import { setTimeout as pause } from "node:timers/promises";
import { SUPERVISOR_LIMITS } from "@cadre/shared";
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./embedded-postgres.ts";

export type KeepHooks = {
  /** The server came back under another address. */
  readonly onMoved: () => void;
  /** The server cannot be brought back; the reason. */
  readonly onLost: (reason: unknown) => void;
};

/** Starts the embedded database and starts it again when it ends by itself, for example when somebody killed it. */
export async function keepPostgres(
  options: EmbeddedPostgresOptions,
  hooks: KeepHooks,
): Promise<{ url(): string; stop(): Promise<void> }> {
  let current = await startEmbeddedPostgres(options);
  let stopping = false;
  const watch = async (): Promise<void> => {
    for (;;) {
      await current.ended;
      if (stopping) return;
      options.note?.("The database ended by itself; starting it again.");
      const before = current.url;
      current = await startAgain(options);
      if (stopping) return current.stop();
      if (current.url !== before) hooks.onMoved();
    }
  };
  const watching = watch().catch((reason: unknown) => hooks.onLost(reason));
  return {
    url: () => current.url,
    stop: async () => {
      stopping = true;
      await current.stop();
      // A server that was just being started again is stopped by the watch.
      await watching;
    },
  };
}

async function startAgain(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await pause(SUPERVISOR_LIMITS.postgresRetryMs);
  return startEmbeddedPostgres(options);
}
