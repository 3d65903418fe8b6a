import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";

/** What a played vendor answers to one request: exact bytes, in exact writes. */
export type VendorAnswer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly chunks: readonly (string | Uint8Array)[];
  /** What follows the last chunk: the end of the response, silence, or a broken connection. */
  readonly then?: "end" | "hang" | "reset";
};

export type SeenRequest = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: unknown };

/** A local HTTP server that plays recorded bytes in order; the last answer repeats. */
export type VendorServer = {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** Resolves when a client has gone away in the middle of an answer. */
  readonly disconnected: Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startVendorServer(...answers: readonly VendorAnswer[]): Promise<VendorServer> {
  const requests: SeenRequest[] = [];
  const gone = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const text = Buffer.concat(parts).toString("utf8");
      const body: unknown = text === "" ? undefined : JSON.parse(text);
      const answer = answers[requests.length] ?? answers.at(-1);
      requests.push({ path: request.url ?? "", headers: request.headers, body });
      response.on("close", () => {
        if (!response.writableFinished) gone.resolve();
      });
      void play(response, answer ?? { chunks: [] });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The vendor server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    disconnected: gone.promise,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function play(response: ServerResponse, answer: VendorAnswer): Promise<void> {
  response.writeHead(answer.status ?? 200, { "content-type": "text/event-stream", ...answer.headers });
  response.flushHeaders();
  for (const chunk of answer.chunks) await new Promise<void>((written) => response.write(chunk, () => written()));
  if (answer.then === "hang") return;
  if (answer.then === "reset") response.socket?.resetAndDestroy();
  else response.end();
}

/** An address where nothing listens: connecting is refused at once. */
export async function refusingUrl(): Promise<string> {
  const server = await startVendorServer({ chunks: [] });
  const { url } = server;
  await server[Symbol.asyncDispose]();
  return url;
}
