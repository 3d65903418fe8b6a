import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";

/** What stands before the simulated provider: it sees keys and prompts as a vendor would. */
export type ProviderFront = {
  readonly url: string;
  /** Keys that were shown, each once. */
  readonly keys: ReadonlySet<string>;
  /** Everything that requests said beside their key. */
  readonly said: readonly string[];
  close(): void;
};

/** Passes requests on to the provider. A wrong key is refused in a vendor's way: with the key in the message. */
export async function openProviderFront(providerUrl: string, wrongKey: string): Promise<ProviderFront> {
  const keys = new Set<string>();
  const said: string[] = [];
  const server = createServer((request, response) => {
    const { authorization, "x-api-key": apiKey, ...headers } = request.headers;
    const key = String(apiKey ?? authorization?.replace(/^Bearer /, "") ?? "");
    keys.add(key);
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      said.push(`${request.method} ${request.url} ${JSON.stringify(headers)}\n${Buffer.concat(parts).toString()}`);
      if (key === wrongKey) {
        response.writeHead(401, { "content-type": "application/json", "x-echo": key });
        response.end(
          JSON.stringify({ error: { message: `Incorrect API key provided: ${key}.`, code: "invalid_api_key" } }),
        );
        return;
      }
      const onward = forward(`${providerUrl}${request.url}`, { method: request.method, headers: request.headers });
      onward.on("response", (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on("error", () => response.destroy());
      response.on("close", () => onward.destroy());
      onward.end(Buffer.concat(parts));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    keys,
    said,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
