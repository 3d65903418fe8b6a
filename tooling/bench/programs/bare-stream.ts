import { createServer, type ServerResponse } from "node:http";

/** The peer of the event stream: one prepared frame, written to every client by `res.write`, and nothing else. */
const { BENCH_PORT = "0" } = process.env;
const answers = new Set<ServerResponse>();
let position = 0;

const server = createServer((request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.write(`id: ${position}\nevent: hello\ndata: {}\n\n`);
  answers.add(response);
  response.once("close", () => answers.delete(response));
  request.resume();
});

process.on("message", (order: { type?: string; body?: string; events?: number }) => {
  if (order.type !== "send") return;
  send(order.body ?? "{}", { left: order.events ?? 1, at: Number(process.hrtime.bigint() / 1_000n) });
});
server.listen(Number(BENCH_PORT), "127.0.0.1", () => process.send?.({ type: "ready" }));

/** One event for each turn of the loop, as a server that reads them one by one. */
function send(body: string, { left, at }: { readonly left: number; readonly at: number }): void {
  if (left === 0) return void process.send?.({ type: "sent", at });
  position += 1;
  const frame = `id: ${position}\nevent: task.commented\ndata: ${body.replace('"nth":0', `"nth":${position}`)}\n\n`;
  for (const answer of answers) answer.write(frame);
  setImmediate(() => send(body, { left: left - 1, at }));
}
