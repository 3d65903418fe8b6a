import type { PathRoots } from "../path-roots.ts";

export const SANDBOX_KINDS = ["bubblewrap", "seatbelt", "none"] as const;
export type SandboxKind = (typeof SANDBOX_KINDS)[number];

/** A command ready to spawn. `release` is called once, after the process has ended. */
export type SandboxedCommand = {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly release: () => void;
};

/** Confines shell commands: no network, writes only inside the roots. Kind "none" confines nothing: its commands need approval. */
export type Sandbox = {
  readonly kind: SandboxKind;
  readonly wrap: (command: string, roots: PathRoots) => Promise<SandboxedCommand>;
};
