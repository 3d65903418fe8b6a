import type { Database } from "@cadre/database";
import type { NewId, Now } from "@cadre/shared";
import type { BlobStore } from "./blobs/blob-store.ts";
import type { SecretBox } from "./secret-box.ts";

/** Rings for waiting work after a commit. A ring is a hint: losing, doubling or reordering one changes nothing (I1). */
export type Doorbell = {
  /** A queued run may be claimed. */
  run(hint: {
    readonly runId: string;
    readonly priority: number;
    readonly delayMs: number;
    /** The fence the run was queued with: the same hint rung twice is one job. */
    readonly fence?: number;
  }): void;
  /** A running run should look at its state now: it was paused, cancelled or got mail. */
  control(hint: { readonly runIds: readonly string[] }): void;
  /** The outbox has new events for the relay. */
  events(): void;
};

/** What operations are given. An operation names the part it needs: `Pick<EngineDeps, …>`. */
export type EngineDeps = {
  readonly database: Database;
  readonly now: Now;
  readonly newId: NewId;
  readonly doorbell: Doorbell;
  readonly blobs: BlobStore;
  /** Encrypts what is stored and needed in clear again. */
  readonly secrets: SecretBox;
  /** Hosts that webhooks may call although their address is private: the operator said so. As `host` or `host:port`. */
  readonly privateHosts: readonly string[];
  /** Absolute folder that holds workspaces (`workspaces/<task>`) and homes of agents (`agents/<agent>`). */
  readonly dataFolder: string;
};
