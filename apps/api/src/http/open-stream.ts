import { type WireFrame, wireFrame } from "@cadre/server-kit";
import { API_LIMITS } from "@cadre/shared";
import type { FastifyReply, FastifyRequest } from "fastify";
import { SECURITY_HEADERS } from "./security-headers.ts";

/** The raw answer of a stream of server-sent events, once it has begun. */
export type OpenStream = {
  /** False when the client cannot keep up. */
  write(frame: WireFrame): boolean;
  /** The same for text that only this client gets. */
  writeText(text: string): boolean;
  close(): void;
  /** Ends the answer in good order: the client has all of it. */
  end(): void;
  onClose(run: () => void): void;
};

/** Begins a stream on the raw connection: no faults can be told any more. */
export function openStream(request: FastifyRequest, reply: FastifyReply): OpenStream {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...SECURITY_HEADERS,
    "content-type": "text/event-stream",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    "x-request-id": request.id,
  });
  raw.flushHeaders();
  const write = (frame: WireFrame): boolean => {
    const { socket } = raw;
    // An answer that waits for its turn on the connection, or has no chunks (HTTP/1.0), is written by the server's own way.
    if (socket === null || !raw.chunkedEncoding) raw.write(frame.plain);
    else if (!socket.destroyed) socket.write(frame.chunk);
    return (socket?.writableLength ?? raw.writableLength) < API_LIMITS.eventStreamBufferBytes;
  };
  return {
    write,
    writeText: (text) => write(wireFrame(text)),
    close: () => void raw.destroy(),
    end: () => void raw.end(),
    onClose(run) {
      if (raw.destroyed) run();
      else raw.once("close", run);
    },
  };
}
