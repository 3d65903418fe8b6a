/** One message of an event stream. `id` is undefined where the frame names none. */
export type StreamFrame = { readonly id: string | undefined; readonly event: string; readonly text: string };

/**
 * Reads `text/event-stream` as it arrives, in pieces of any size. Answers the frames that a piece completes; comments, which only
 * show that the line is alive, are left out.
 */
export function createFrameParser(): (piece: string) => StreamFrame[] {
  let rest = "";
  return (piece) => {
    const text = rest + piece;
    const blocks = text.split(/\r\n\r\n|\n\n|\r\r/);
    rest = blocks.pop() ?? "";
    return blocks.map(frameOf).filter((frame) => frame !== undefined);
  };
}

function frameOf(block: string): StreamFrame | undefined {
  let id: string | undefined;
  let event = "message";
  const lines: string[] = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(":");
    if (colon === 0) continue;
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "id") id = value;
    if (field === "event") event = value;
    if (field === "data") lines.push(value);
  }
  if (lines.length === 0 && event === "message") return undefined;
  return { id, event, text: lines.join("\n") };
}
