import { TOOL_LIMITS } from "@cadre/shared";
import { z } from "zod";

import { defineTool } from "../define-tool.ts";
import { writeInside } from "../file-access.ts";
import { resolvePath } from "../path-wall.ts";
import { describeSystemError } from "../system-error.ts";
import { toolError, toolText } from "../tool-result.ts";

export const writeFileTool = defineTool()({
  name: "file_write",
  category: "Files",
  description:
    "Creates a file or replaces its whole content, with the folders on the way. " +
    "To change part of a file use file_edit. Write long texts in pieces of about 200 lines.",
  parameters: z.strictObject({
    path: z.string().describe("Relative to the workspace; ~ is your home."),
    content: z.string().max(TOOL_LIMITS.fileWriteChars).describe("The complete new content."),
  }),
  effect: "write",
  isIdempotent: true,
  run: async ({ path, content }, { roots, callKey }) => {
    const target = await resolvePath(roots, path);
    if (!target.isAllowed) return toolError(target.reason);
    try {
      if (!(await writeInside({ roots, path: target.path, callKey }, content))) {
        return toolError(`${target.shown} was not written: its folder moved out of your folders meanwhile.`);
      }
    } catch (error) {
      return toolError(`Nothing was written. ${describeSystemError(error, target.shown)}`);
    }
    const bytes = Buffer.byteLength(content);
    return toolText(`Wrote ${target.shown}: ${lineCount(content)} lines, ${bytes} bytes.`, {
      path: target.shown,
      bytes,
    });
  },
});

function lineCount(text: string): number {
  const breaks = text.split("\n").length - 1;
  return text === "" || text.endsWith("\n") ? breaks : breaks + 1;
}
