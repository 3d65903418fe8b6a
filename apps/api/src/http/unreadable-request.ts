import type { Socket } from "node:net";
import { problemOfStatus } from "./problem-of.ts";

const REASONS: Readonly<Record<number, string>> = { 400: "Bad Request", 431: "Request Header Fields Too Large" };

/** Answers bytes that are no HTTP request. There is no request yet, so the answer is written onto the socket. */
export function refuseUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = error.code === "HPE_HEADER_OVERFLOW" ? 431 : 400;
  const body = JSON.stringify(problemOfStatus(status, "it is no HTTP request"));
  socket.end(
    [
      `HTTP/1.1 ${status} ${REASONS[status] ?? "Bad Request"}`,
      "content-type: application/problem+json",
      `content-length: ${Buffer.byteLength(body)}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
