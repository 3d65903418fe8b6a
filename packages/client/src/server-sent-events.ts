/** One frame of a stream of server-sent events. */
export type Frame = { readonly id: string | undefined; readonly event: string; readonly data: string };

/** Reads frames as they arrive, whatever way their bytes are cut. Comments are left out. Ends with the bytes. */
export async function* readFrames(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    // A break that is cut in two is whole with the next bytes.
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const frame = frameOf(block);
      if (frame !== undefined) yield frame;
    }
  }
}

function frameOf(block: string): Frame | undefined {
  let id: string | undefined;
  let event = "message";
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === "id") id = value;
    if (field === "event") event = value;
    if (field === "data") data.push(value);
  }
  return data.length === 0 ? undefined : { id, event, data: data.join("\n") };
}
