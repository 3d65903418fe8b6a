import { spawn } from "node:child_process";
import { buffer } from "node:stream/consumers";

import { TOOL_LIMITS } from "@cadre/shared";
import { rgPath } from "@vscode/ripgrep";

/** Folders a search passes over unless its path or pattern names them. */
const SKIPPED_FOLDERS = [".git", "node_modules"];

export type RipgrepOptions = {
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** The character that ends a record of the output. */
  readonly separator: "\n" | "\u0000";
  /** What is searched in place of files; the path is `-` then. */
  readonly input?: string;
  /** Takes one record; false ends the search. */
  readonly onRecord: (record: string) => boolean;
};

export type RipgrepEnd =
  | { readonly kind: "finished"; readonly problem: string | undefined }
  | { readonly kind: "stopped" | "timed-out" | "aborted" };

/** Runs the bundled ripgrep without a configuration file; ignore files hide nothing, links are not followed. */
export async function ripgrep(args: readonly string[], options: RipgrepOptions): Promise<RipgrepEnd> {
  const stop = new AbortController();
  const timeout = AbortSignal.timeout(TOOL_LIMITS.searchTimeoutMs);
  const child = spawn(rgPath, ["--no-config", "--no-ignore", "--hidden", "--sort", "path", ...args], {
    cwd: options.cwd,
    env: {},
    stdio: ["pipe", "pipe", "pipe"],
    signal: AbortSignal.any([options.signal, timeout, stop.signal]),
    killSignal: "SIGKILL",
  });
  // A search that ends early reads no further; how it ended says whether that was a failure.
  child.stdin.once("error", () => child.stdin.destroy()).end(options.input ?? "");
  const ended = new Promise<number | Error>((resolve) => {
    child.once("error", resolve);
    child.once("close", (code) => resolve(code ?? 0));
  });
  const problem = buffer(child.stderr).then((bytes) => bytes.toString("utf8").trim());
  let rest = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    const records = (rest + String(chunk)).split(options.separator);
    rest = records.pop() ?? "";
    if (records.every((record) => options.onRecord(record))) continue;
    stop.abort();
    break;
  }
  const end = await ended;
  if (options.signal.aborted) return { kind: "aborted" };
  if (stop.signal.aborted) return { kind: "stopped" };
  if (timeout.aborted) return { kind: "timed-out" };
  if (end instanceof Error) throw end;
  return { kind: "finished", problem: end > 1 ? await problem : undefined };
}

/** Arguments that skip folders of tools and dependencies, except those the agent asked for by name. */
export function skipFolders(asked: readonly string[]): readonly string[] {
  const skipped = SKIPPED_FOLDERS.filter((folder) => !asked.some((text) => text.split("/").includes(folder)));
  return skipped.flatMap((folder) => ["--glob", `!**/${folder}/**`]);
}
