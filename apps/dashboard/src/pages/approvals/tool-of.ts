import type { RunDetail } from "../../api/queries/work.ts";

/** The tool whose waiting call asks for exactly this action; undefined when no call, or calls of several tools, do. */
export function toolOf(calls: RunDetail["toolCalls"], action: string): string | undefined {
  const asking = calls.filter(
    ({ status, args }) => status === "awaiting_approval" && Object.values(args).includes(action),
  );
  const tools = new Set(asking.map(({ name }) => name));
  return tools.size === 1 ? asking[0]?.name : undefined;
}
