import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";

import { systemErrorCode } from "./system-error.ts";
import { describeRoots, isInside, listRoots, type PathRoots, shownPath } from "./path-roots.ts";

export type PathVerdict =
  | {
      readonly isAllowed: true;
      /** Absolute, with every link on the way resolved; what does not exist yet stands at its end. */
      readonly path: string;
      /** The same path as the agent may write it. */
      readonly shown: string;
    }
  | { readonly isAllowed: false; readonly reason: string };

/**
 * The path wall (decisions, "Path wall"): where a path of an agent really leads, or why it is refused. Links are followed
 * before the folders are compared; a link that leads out, nowhere or in a circle is refused for reading and writing alike.
 */
export async function resolvePath(roots: PathRoots, input: string): Promise<PathVerdict> {
  const malformed = malformation(input);
  if (malformed !== undefined) return refused(`Path ${JSON.stringify(input)} ${malformed}`);
  const named = resolve(roots.workspace, expandHome(roots, input));
  const real = await realTarget(named);
  if (real.kind === "broken-link") {
    return refused(`Path ${JSON.stringify(input)} goes through a link that leads nowhere. Use a path without it.`);
  }
  if (real.kind === "unreachable") {
    return refused(`Path ${JSON.stringify(input)} cannot be reached (${real.code}). Check it with list_directory.`);
  }
  if (!isAllowed(roots, real.path)) {
    return refused(
      `Path ${JSON.stringify(input)} leads outside the folders you may use: ${describeRoots(roots)}. Relative paths start at the workspace.`,
    );
  }
  return { isAllowed: true, path: real.path, shown: shownPath(roots, real.path) };
}

/** True when an absolute path without links lies in one of the roots. Roots are compared as given, never resolved again. */
export function isAllowed(roots: PathRoots, realPath: string): boolean {
  return listRoots(roots).some((root) => isInside(realPath, root));
}

function refused(reason: string): PathVerdict {
  return { isAllowed: false, reason };
}

function malformation(input: string): string | undefined {
  if (input === "") return "is empty. Use . for the workspace.";
  if (input.includes("\u0000")) return "contains a NUL character. Remove it.";
  if (sep === "/" && input.includes("\\")) return "contains a backslash. Separate folders by /.";
  return undefined;
}

function expandHome(roots: PathRoots, input: string): string {
  return input === "~" || input.startsWith("~/") ? join(roots.home, input.slice(1)) : input;
}

type RealTarget =
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "broken-link" }
  | { readonly kind: "unreachable"; readonly code: string };

/** Resolves the deepest existing ancestor and appends what does not exist. Only `lstat` tells a dangling link from nothing. */
async function realTarget(named: string): Promise<RealTarget> {
  const missing: string[] = [];
  for (let at = named; ; at = dirname(at)) {
    try {
      await lstat(at);
    } catch (error) {
      const code = systemErrorCode(error);
      if (code === "ELOOP") return { kind: "broken-link" };
      if (code !== "ENOENT") return { kind: "unreachable", code };
      missing.unshift(basename(at));
      continue;
    }
    return existingTarget(at, missing);
  }
}

async function existingTarget(existing: string, missing: readonly string[]): Promise<RealTarget> {
  try {
    return { kind: "path", path: join(await realpath(existing), ...missing) };
  } catch (error) {
    const code = systemErrorCode(error);
    return code === "ENOENT" || code === "ELOOP" ? { kind: "broken-link" } : { kind: "unreachable", code };
  }
}
