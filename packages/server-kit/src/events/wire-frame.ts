const LINE_END = "\r\n";

/** Bytes of a stream as they go on the wire: made once, sent to every client. `chunk` has the marks of HTTP's chunked encoding around it. */
export type WireFrame = { readonly plain: Uint8Array; readonly chunk: Uint8Array };

/** Prepares text of a stream for any number of clients. */
export function wireFrame(text: string): WireFrame {
  const head = `${Buffer.byteLength(text).toString(16)}${LINE_END}`;
  const chunk = Buffer.from(`${head}${text}${LINE_END}`);
  return { chunk, plain: chunk.subarray(head.length, chunk.length - LINE_END.length) };
}
