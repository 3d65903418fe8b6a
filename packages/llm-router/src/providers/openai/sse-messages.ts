/** One server-sent event; `event` is undefined where the stream names none. */
export type SseMessage = { readonly event: string | undefined; readonly data: string };

/**
 * The events of a response, whatever way its bytes are cut. `onBytes` hears of everything that arrives, comments that only keep the
 * connection open included: they are signs of life. Source: the HTML standard, "Server-sent events".
 */
export async function* sseMessages(response: Response, onBytes: () => void): AsyncGenerator<SseMessage> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  const lines = new LineSplitter();
  let event: string | undefined;
  let data: string[] = [];
  for await (const bytes of response.body) {
    onBytes();
    for (const line of lines.split(decoder.decode(bytes, { stream: true }))) {
      if (line === "") {
        if (data.length > 0) yield { event, data: data.join("\n") };
        event = undefined;
        data = [];
        continue;
      }
      const [field, value] = fieldOf(line);
      if (field === "event") event = value;
      if (field === "data") data.push(value);
    }
  }
}

function fieldOf(line: string): readonly [field: string, value: string] {
  const colon = line.indexOf(":");
  if (colon < 0) return [line, ""];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(" ") ? value.slice(1) : value];
}

/** Whole lines of a text that comes in pieces; `\r\n`, `\n` and `\r` end a line. */
class LineSplitter {
  #rest = "";

  split(piece: string): string[] {
    const text = this.#rest + piece;
    // A `\r` at the end may be the first half of `\r\n`.
    const end = text.endsWith("\r") ? text.length - 1 : text.length;
    const lines = text.slice(0, end).split(/\r\n|\n|\r/);
    this.#rest = (lines.pop() ?? "") + text.slice(end);
    return lines;
  }
}
