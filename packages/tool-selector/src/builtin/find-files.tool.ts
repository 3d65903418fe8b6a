import { stat } from "node:fs/promises";
import { join } from "node:path";

import { TOOL_LIMITS } from "@cadre/shared";
import { z } from "zod";

import { defineTool } from "../define-tool.ts";
import { shownPath } from "../path-roots.ts";
import { resolvePath } from "../path-wall.ts";
import { describeSystemError } from "../system-error.ts";
import { toolError, toolText } from "../tool-result.ts";
import { ripgrep, skipFolders } from "./ripgrep.ts";
import { searchProblem } from "./search-problem.ts";

export const findFilesTool = defineTool()({
  name: "glob_find",
  category: "Files",
  description:
    "Finds files by name. A pattern without / matches at any depth (*.csv); one with / is relative to path (src/**/*.ts). " +
    ".git and node_modules are passed over unless named.",
  parameters: z.strictObject({
    pattern: z.string().min(1).describe("Glob with *, **, ?, [abc] and {a,b}."),
    path: z.string().optional().describe("Folder to search, default the workspace."),
    max_results: z.int().positive().max(TOOL_LIMITS.searchMaxResults).optional(),
  }),
  effect: "read",
  run: async ({ pattern, path = ".", max_results = TOOL_LIMITS.searchDefaultResults }, { roots, signal }) => {
    if (pattern.startsWith("!"))
      return toolError("The pattern must not start with !. Say what to find, not what to leave out.");
    const target = await resolvePath(roots, path);
    if (!target.isAllowed) return toolError(target.reason);
    try {
      if (!(await stat(target.path)).isDirectory()) return toolError(`${target.shown} is not a folder.`);
    } catch (error) {
      return toolError(describeSystemError(error, target.shown));
    }
    const found: string[] = [];
    const onRecord = (file: string) => {
      found.push(shownPath(roots, join(target.path, file)));
      return found.length <= max_results;
    };
    const args = ["--files", "--null", `--glob=${pattern}`, ...skipFolders([pattern, target.shown])];
    const end = await ripgrep(args, { cwd: target.path, signal, separator: "\u0000", onRecord });
    const shown = found.slice(0, max_results);
    const problem = searchProblem(end, shown.length);
    if (problem !== undefined) return toolError(problem);
    if (shown.length === 0) return toolText(`No file in ${target.shown} matches ${pattern}.`, { results: 0 });
    const notice =
      end.kind === "stopped" ? [`[More than ${max_results} files match: narrow the pattern or the path.]`] : [];
    return toolText([...shown, ...notice].join("\n"), { results: shown.length });
  },
});
