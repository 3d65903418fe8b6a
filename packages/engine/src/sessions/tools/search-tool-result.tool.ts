import { SESSION_LIMITS } from "@cadre/shared";
import { defineTool, type MatchLine, searchLines, toolError, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import { PROMPT_PAGE, readResult } from "../results/read-result.ts";
import { sessionOfRun } from "../results/run-session.ts";

export const searchToolResultTool = defineTool<EngineToolContext>()({
  name: "session_tool_result_grep",
  category: "Context & search",
  description:
    "Finds lines in the whole of an earlier tool result of this session that is shown shortened. Answers line numbers to read from with session_tool_result.",
  parameters: z.strictObject({
    tool_call_id: z.string().min(1).describe("The id that the placeholder names."),
    pattern: z.string().min(1).describe("Regular expression (Rust syntax), matched line by line."),
  }),
  effect: "read",
  run: async (args, context) => {
    const sessionId = await sessionOfRun(context);
    const { organizationId } = context.actor;
    const { text } = await readResult(context.deps, { organizationId, sessionId, callId: args.tool_call_id });
    const { pattern } = args;
    const { signal } = context;
    const found = await searchLines({ text, pattern, signal, maxMatches: SESSION_LIMITS.resultMatches });
    if (found.kind === "failed") return toolError(found.reason);
    if (found.matches.length === 0) return toolText(`No line of ${args.tool_call_id} matches ${pattern}.`);
    const shown = withinPage(found.matches.map(lineOf));
    const hasMore = found.hasMore || shown.length < found.matches.length;
    const isTruncated = hasMore || found.matches.some(({ cutAt }) => cutAt !== undefined);
    const hint = hasMore ? "; there are more: narrow the pattern" : "";
    return toolText(
      `[${args.tool_call_id}: ${shown.length} lines match, truncated: ${isTruncated}${hint}]\n${shown.join("\n")}`,
    );
  },
});

/** A line with its number, and where in it what is shown begins when that is not all of it. */
function lineOf({ line, text, cutAt }: MatchLine): string {
  return cutAt === undefined ? `${line}: ${text}` : `${line} (from column ${cutAt}): ${text}`;
}

/** As many lines as a prompt shows whole; at least one. */
function withinPage(lines: readonly string[]): readonly string[] {
  let chars = 0;
  const past = lines.findIndex((line, at) => (chars += line.length + 1) > PROMPT_PAGE.chars && at > 0);
  return past === -1 ? lines : lines.slice(0, past);
}
