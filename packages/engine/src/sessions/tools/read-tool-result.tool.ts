import { SESSION_LIMITS } from "@cadre/shared";
import { defineTool, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import { PROMPT_PAGE, readResult } from "../results/read-result.ts";
import { type ResultPage, resultPage } from "../results/result-page.ts";
import { sessionOfRun } from "../results/run-session.ts";

export const readToolResultTool = defineTool<EngineToolContext>()({
  name: "session_tool_result",
  category: "Context & search",
  description:
    "Reads the whole of an earlier tool result of this session that is shown shortened, page by page. Use it before you draw conclusions from a placeholder.",
  parameters: z.strictObject({
    tool_call_id: z.string().min(1).describe("The id that the placeholder names."),
    offset: z.int().positive().default(1).describe("First line to read, counted from 1."),
    max_lines: z
      .int()
      .positive()
      .default(SESSION_LIMITS.resultPageLines)
      .describe(`Most lines to read; ${SESSION_LIMITS.resultPageLines} at once.`),
    column: z
      .int()
      .positive()
      .default(1)
      .describe("Where to begin in the first line, for lines longer than a page: as an earlier page said."),
  }),
  effect: "read",
  run: async (args, context) => {
    const sessionId = await sessionOfRun(context);
    const { organizationId } = context.actor;
    const { text } = await readResult(context.deps, { organizationId, sessionId, callId: args.tool_call_id });
    const lines = Math.min(args.max_lines, PROMPT_PAGE.lines);
    const page = resultPage(text, { line: args.offset, column: args.column }, { ...PROMPT_PAGE, lines });
    return toolText(`${headerOf(args.tool_call_id, page)}\n${page.text}`);
  },
});

function headerOf(callId: string, { firstLine, lastLine, totalLines, next }: ResultPage): string {
  if (lastLine < firstLine)
    return `[${callId}: line ${firstLine} is past the end; lines / ${totalLines}, has_more: false]`;
  const range = `lines ${firstLine}–${lastLine} / ${totalLines}`;
  if (next === undefined) return `[${callId}: ${range}, has_more: false]`;
  const place = next.column === 1 ? `offset ${next.line}` : `offset ${next.line}, column ${next.column}`;
  return `[${callId}: ${range}, has_more: true; go on with ${place}]`;
}
