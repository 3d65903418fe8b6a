import { type Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

import { TOOL_LIMITS } from "@cadre/shared";
import { z } from "zod";

import { defineTool } from "../define-tool.ts";
import { resolvePath } from "../path-wall.ts";
import { describeSystemError } from "../system-error.ts";
import { toolError, toolText } from "../tool-result.ts";

type Listing = { readonly lines: string[]; hidden: number; isCut: boolean };
type Walk = { readonly depth: number; readonly showsHidden: boolean; readonly listing: Listing };

export const listDirectoryTool = defineTool()({
  name: "list_directory",
  category: "Files",
  description: `Lists a folder: folders end in /, links in @, files show their size in bytes. At most ${TOOL_LIMITS.listMaxEntries} entries; links are not followed.`,
  parameters: z.strictObject({
    path: z.string().optional().describe("Relative to the workspace, which is the default; ~ is your home."),
    depth: z.int().positive().max(TOOL_LIMITS.listMaxDepth).optional().describe("Levels to show, default 1."),
    show_hidden: z.boolean().optional().describe("Also names that start with a dot, default false."),
  }),
  effect: "read",
  run: async ({ path = ".", depth = 1, show_hidden = false }, { roots }) => {
    const target = await resolvePath(roots, path);
    if (!target.isAllowed) return toolError(target.reason);
    const listing: Listing = { lines: [], hidden: 0, isCut: false };
    try {
      await walk(target.path, "", { depth, showsHidden: show_hidden, listing });
    } catch (error) {
      return toolError(describeSystemError(error, target.shown));
    }
    return toolText([`${target.shown}:`, ...listing.lines, ...notices(listing)].join("\n"));
  },
});

async function walk(folder: string, indent: string, { depth, showsHidden, listing }: Walk): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (!showsHidden && entry.name.startsWith(".")) {
      listing.hidden += 1;
      continue;
    }
    if (listing.lines.length >= TOOL_LIMITS.listMaxEntries) {
      listing.isCut = true;
      return;
    }
    listing.lines.push(indent + (await entryLine(folder, entry)));
    if (!entry.isDirectory() || depth === 1) continue;
    await walk(join(folder, entry.name), `${indent}  `, { depth: depth - 1, showsHidden, listing });
  }
}

async function entryLine(folder: string, entry: Dirent): Promise<string> {
  if (entry.isDirectory()) return `${entry.name}/`;
  if (entry.isSymbolicLink()) return `${entry.name}@`;
  const { size } = await lstat(join(folder, entry.name));
  return `${entry.name} ${size}`;
}

function notices({ lines, hidden, isCut }: Listing): readonly string[] {
  const notes: string[] = [];
  if (lines.length === 0) notes.push("[The folder is empty.]");
  if (hidden > 0) notes.push(`[${hidden} hidden entries left out: use show_hidden=true.]`);
  if (isCut)
    notes.push(`[More than ${TOOL_LIMITS.listMaxEntries} entries: list a folder further down, or use glob_find.]`);
  return notes;
}
