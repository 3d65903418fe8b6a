import { connect, type Socket } from "node:net";

/** Sends some requests over and over on several kept-alive connections, and counts the answers by their status. */
type Load = {
  readonly type: string;
  readonly port: number;
  /** Each connection sends one of them. */
  readonly requests: readonly string[];
  readonly connections: number;
  /** How many answers to wait for in all. */
  readonly total: number;
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

async function drive({ port, requests, connections, total }: Load): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  let left = total;
  const mayGoOn = (status: string): boolean => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    left -= 1;
    return left >= connections;
  };
  const each = requests.map((request) => Buffer.from(request));
  const client = (nth: number): Promise<void> => {
    const bytes = each[nth % each.length] ?? Buffer.alloc(0);
    return keepSending({ port, bytes }, mayGoOn);
  };
  await Promise.all(Array.from({ length: connections }, (_, nth) => client(nth)));
  return statuses;
}

/** One connection: the next request goes out when the answer to the last one is complete. */
function keepSending(
  { port, bytes }: { port: number; bytes: Buffer },
  mayGoOn: (status: string) => boolean,
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
      const status = pending.slice(9, 12);
      pending = pending.slice(length);
      if (mayGoOn(status)) socket.write(bytes);
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
