import { connect, type Socket } from "node:net";

/** Sends the same request over and over on several kept-alive connections, and counts the answers by their status. */
type Load = {
  readonly type: string;
  readonly port: number;
  readonly request: string;
  readonly connections: number;
  readonly ms: number;
};

const HEAD_END = "\r\n\r\n";

process.on("message", (load: Load) => {
  if (load.type !== "load") return;
  drive(load).then(
    (statuses) => process.send?.({ type: "loaded", statuses }),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.({ type: "ready" });

async function drive({ port, request, connections, ms }: Load): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  const until = performance.now() + ms;
  const count = (status: string): void => void (statuses[status] = (statuses[status] ?? 0) + 1);
  const bytes = Buffer.from(request);
  await Promise.all(Array.from({ length: connections }, () => keepSending({ port, bytes, until }, count)));
  return statuses;
}

/** One connection: the next request goes out when the answer to the last one is complete. */
function keepSending(
  { port, bytes, until }: { port: number; bytes: Buffer; until: number },
  count: (status: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let pending = "";
    socket.setNoDelay(true);
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      pending += chunk;
      const length = answerLength(pending);
      if (length === undefined || pending.length < length) return;
      count(pending.slice(9, 12));
      pending = pending.slice(length);
      if (performance.now() < until) socket.write(bytes);
      else socket.destroy();
    });
    socket.once("error", reject);
    socket.once("close", () => resolve());
  });
}

/** The length of a whole answer, once its head is there. */
function answerLength(text: string): number | undefined {
  const end = text.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1];
  if (length === undefined) throw new Error(`An answer does not tell its length:\n${text.slice(0, end)}`);
  return end + HEAD_END.length + Number(length);
}
