import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { TOOL_LIMITS } from "@cadre/shared";
import { z } from "zod";

import { defineTool } from "../define-tool.ts";
import { shownPath } from "../path-roots.ts";
import { resolvePath } from "../path-wall.ts";
import { describeSystemError } from "../system-error.ts";
import { toolError, toolText } from "../tool-result.ts";
import { parseMatchRecord } from "./match-record.ts";
import { ripgrep, skipFolders } from "./ripgrep.ts";
import { searchProblem } from "./search-problem.ts";

const Args = z.strictObject({
  pattern: z.string().min(1).describe("Regular expression (Rust syntax), matched line by line."),
  path: z.string().optional().describe("File or folder to search, default the workspace."),
  include: z.string().min(1).optional().describe("Only files of this glob, such as *.ts."),
  case_insensitive: z.boolean().optional(),
  max_results: z.int().positive().max(TOOL_LIMITS.searchMaxResults).optional(),
  context_lines: z.int().nonnegative().max(TOOL_LIMITS.searchMaxContextLines).optional(),
});

export const searchTextTool = defineTool()({
  name: "grep_search",
  category: "Context & search",
  description:
    "Searches the text of files with a regular expression; answers path:line: text, and path-line- text for lines around a match. " +
    ".git and node_modules are passed over unless named.",
  parameters: Args,
  effect: "read",
  run: async (args, { roots, signal }) => {
    const target = await resolvePath(roots, args.path ?? ".");
    if (!target.isAllowed) return toolError(target.reason);
    let place: { readonly folder: string; readonly name: string };
    try {
      const isFolder = (await stat(target.path)).isDirectory();
      place = isFolder
        ? { folder: target.path, name: "." }
        : { folder: dirname(target.path), name: `./${basename(target.path)}` };
    } catch (error) {
      return toolError(describeSystemError(error, target.shown));
    }
    const limit = args.max_results ?? TOOL_LIMITS.searchDefaultResults;
    const lines: string[] = [];
    let matches = 0;
    const onRecord = (record: string) => {
      const line = parseMatchRecord(record);
      if (line === undefined) return true;
      if (line.isMatch) matches += 1;
      if (matches > limit) return false;
      const mark = line.isMatch ? ":" : "-";
      lines.push(`${shownPath(roots, join(place.folder, line.path))}${mark}${line.line}${mark} ${line.text}`);
      return true;
    };
    const flags = [...searchFlags(args), ...skipFolders([target.shown, args.include ?? ""])];
    const end = await ripgrep([...flags, `--regexp=${args.pattern}`, "--", place.name], {
      cwd: place.folder,
      signal,
      separator: "\n",
      onRecord,
    });
    const problem = searchProblem(end, lines.length);
    if (problem !== undefined) return toolError(problem);
    if (matches === 0) return toolText(`No line in ${target.shown} matches ${args.pattern}.`, { results: 0 });
    const notice =
      end.kind === "stopped" ? [`[More than ${limit} matches: narrow the pattern, the path or include.]`] : [];
    return toolText([...lines, ...notice].join("\n"), { results: Math.min(matches, limit) });
  },
});

function searchFlags(args: z.infer<typeof Args>): readonly string[] {
  const flags = ["--json", "--context", String(args.context_lines ?? 0)];
  if (args.case_insensitive === true) flags.push("--ignore-case");
  if (args.include !== undefined) flags.push(`--glob=${args.include}`);
  return flags;
}
