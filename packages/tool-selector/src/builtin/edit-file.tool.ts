import { TOOL_LIMITS } from "@cadre/shared";
import { z } from "zod";

import { defineTool, type ToolContext } from "../define-tool.ts";
import { openInside, writeInside } from "../file-access.ts";
import { resolvePath } from "../path-wall.ts";
import { describeSystemError } from "../system-error.ts";
import { toolError, type ToolResult, toolText } from "../tool-result.ts";

const SHOWN_LINES = 10;

type Edit = { readonly old_string: string; readonly new_string: string };

export const editFileTool = defineTool()({
  name: "file_edit",
  category: "Files",
  description:
    "Replaces one piece of a text file. old_string must stand in the file exactly once, with its white space; " +
    "read the file first and take in enough lines around the place.",
  parameters: z.strictObject({
    path: z.string().describe("Relative to the workspace; ~ is your home."),
    old_string: z.string().min(1).describe("The exact text to replace."),
    new_string: z.string().max(TOOL_LIMITS.fileWriteChars).describe("What stands there afterwards; may be empty."),
  }),
  effect: "write",
  run: async ({ path, old_string, new_string }, context) => {
    const target = await resolvePath(context.roots, path);
    if (!target.isAllowed) return toolError(target.reason);
    try {
      return await editFile(target, { old_string, new_string }, context);
    } catch (error) {
      return toolError(`Nothing was changed. ${describeSystemError(error, target.shown)}`);
    }
  },
});

type Target = { readonly path: string; readonly shown: string };

async function editFile({ path, shown }: Target, edit: Edit, context: ToolContext): Promise<ToolResult> {
  if (edit.old_string === edit.new_string)
    return toolError("old_string and new_string are the same: nothing to change.");
  const read = await readWhole(context, path);
  if (read.kind === "refused") return toolError(`${shown} ${read.reason}`);
  const { old_string, new_string } = matchLineEnds(edit, read.text);
  const places = occurrences(read.text, old_string);
  const [place] = places;
  if (place === undefined) {
    return toolError(`old_string does not stand in ${shown}. Read the place again with file_read and copy it exactly.`);
  }
  if (places.length > 1) {
    return toolError(
      `old_string stands ${places.length} times in ${shown} (lines ${shownLines(read.text, places)}); nothing was changed. Take in more of the text around the place you mean, so that it is unique.`,
    );
  }
  const edited = read.text.slice(0, place) + new_string + read.text.slice(place + old_string.length);
  if (!(await writeInside({ roots: context.roots, path, callKey: context.callKey }, edited))) {
    return toolError(`${shown} was not changed: its folder moved out of your folders meanwhile.`);
  }
  const line = lineAt(read.text, place);
  return toolText(`Edited ${shown} at line ${line}.`, { path: shown, line });
}

type WholeText =
  { readonly kind: "text"; readonly text: string } | { readonly kind: "refused"; readonly reason: string };

async function readWhole({ roots }: ToolContext, path: string): Promise<WholeText> {
  await using file = await openInside(roots, path);
  if (file === undefined) return { kind: "refused", reason: "was moved out of your folders while it was opened." };
  const stats = await file.stat();
  if (!stats.isFile()) return { kind: "refused", reason: "is not a file and cannot be edited." };
  if (stats.size > TOOL_LIMITS.fileEditBytes) {
    const advice = "Change it with a program through shell_execute.";
    return { kind: "refused", reason: `is larger than ${TOOL_LIMITS.fileEditBytes} bytes. ${advice}` };
  }
  try {
    return {
      kind: "text",
      text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.readFile()),
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { kind: "refused", reason: "is not UTF-8 text and cannot be edited." };
  }
}

/** Models write LF; a file with CRLF throughout is matched and kept in its own way. */
function matchLineEnds({ old_string, new_string }: Edit, text: string): Edit {
  const isCrlf = text.includes("\r\n") && !/(^|[^\r])\n/.test(text);
  if (!isCrlf || old_string.includes("\r")) return { old_string, new_string };
  const toCrlf = (part: string) => part.replace(/\r?\n/g, "\r\n");
  return { old_string: toCrlf(old_string), new_string: toCrlf(new_string) };
}

function occurrences(text: string, part: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at);
  return places;
}

function shownLines(text: string, places: readonly number[]): string {
  const shown = places.slice(0, SHOWN_LINES).map((place) => lineAt(text, place));
  return places.length > SHOWN_LINES ? `${shown.join(", ")}, …` : shown.join(", ");
}

function lineAt(text: string, place: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < place; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
