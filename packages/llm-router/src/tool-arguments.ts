import type { ToolCallBlock } from "@cadre/domain";

type Arguments = Pick<ToolCallBlock, "args" | "argsError">;

/** The arguments of a call from its joined JSON. A model may send broken JSON: the error goes back to it as a result. */
export function parseToolArguments(json: string): Arguments {
  if (json.trim() === "") return { args: {} };
  try {
    const value: unknown = JSON.parse(json);
    if (isRecord(value)) return { args: value };
    return { args: {}, argsError: "The arguments are JSON but not an object. Send the call again with an object." };
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unreadable";
    return { args: {}, argsError: `The arguments are not valid JSON (${reason}). Send the whole call again.` };
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
