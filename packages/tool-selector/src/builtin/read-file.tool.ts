import { TOOL_LIMITS } from "@cadre/shared";
import { z } from "zod";

import { defineTool } from "../define-tool.ts";
import { openInside } from "../file-access.ts";
import { resolvePath } from "../path-wall.ts";
import { describeSystemError } from "../system-error.ts";
import { toolError, type ToolResult, toolText } from "../tool-result.ts";
import { readTextWindow, type TextWindow } from "./text-window.ts";

export const readFileTool = defineTool()({
  name: "file_read",
  category: "Files",
  description:
    `Reads a text file exactly as it is, at most ${TOOL_LIMITS.fileReadLines} lines or ${TOOL_LIMITS.fileReadChars} characters at once. ` +
    "A longer file ends with a notice that says which offset to use next.",
  parameters: z.strictObject({
    path: z.string().describe("Relative to the workspace; ~ is your home."),
    offset: z.int().positive().optional().describe("First line to read, counted from 1."),
    limit: z.int().positive().max(TOOL_LIMITS.fileReadLines).optional().describe("Number of lines."),
  }),
  effect: "read",
  run: async ({ path, offset = 1, limit = TOOL_LIMITS.fileReadLines }, { roots }) => {
    const target = await resolvePath(roots, path);
    if (!target.isAllowed) return toolError(target.reason);
    try {
      await using file = await openInside(roots, target.path);
      if (file === undefined) return toolError(`${target.shown} was moved out of your folders while it was opened.`);
      const stats = await file.stat();
      if (stats.isDirectory())
        return toolError(`${target.shown} is a folder. Use list_directory to see what is in it.`);
      if (!stats.isFile()) return toolError(`${target.shown} is not a regular file and cannot be read.`);
      const request = { offset, limitLines: limit, limitChars: TOOL_LIMITS.fileReadChars };
      return windowResult(await readTextWindow(file, request), target.shown, offset);
    } catch (error) {
      return toolError(describeSystemError(error, target.shown));
    }
  },
});

function windowResult(window: TextWindow, shown: string, offset: number): ToolResult {
  switch (window.kind) {
    case "binary":
      return toolError(`${shown} is not a text file. Look at it with shell_execute, for example: file, xxd | head.`);
    case "past-end":
      return toolError(`${shown} has only ${window.lines} lines; offset=${offset} is past its end.`);
    case "text": {
      const notice = windowNotice(window, offset);
      const details = { path: shown, firstLine: offset, lastLine: window.lastLine };
      if (window.text === "") return toolText(`[${shown} is empty.]`, details);
      return toolText(notice === "" ? window.text : `${window.text.replace(/\n?$/, "\n")}${notice}`, details);
    }
  }
}

function windowNotice(window: Extract<TextWindow, { kind: "text" }>, offset: number): string {
  if (window.isLineCut) {
    const rest = `The rest of the file: use offset=${window.nextOffset}.`;
    return `[Line ${offset} is longer than ${TOOL_LIMITS.fileReadChars} characters and was cut here. ${rest}]`;
  }
  if (window.nextOffset === undefined) return "";
  return `[Lines ${offset} to ${window.lastLine} shown, the file goes on: use offset=${window.nextOffset} for the next ones.]`;
}
