import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";

/** What stands before a provider and keeps the bodies of its calls as they were sent, byte for byte. */
export type ProviderWire = { readonly url: string; readonly bodies: readonly string[]; close(): void };

export async function openProviderWire(providerUrl: string): Promise<ProviderWire> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts);
      if (request.url?.startsWith("/v1/messages") === true && !request.url.includes("count_tokens"))
        bodies.push(body.toString());
      const onward = forward(`${providerUrl}${request.url}`, { method: request.method, headers: request.headers });
      onward.on("response", (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on("error", () => response.destroy());
      // Whoever asked may have died.
      response.on("close", () => onward.destroy());
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A body before and from its messages on: settings, tools and the stable tiers; and what is allowed to move. */
export function halvesOf(body: string): readonly [prefix: string, rest: string] {
  const at = body.indexOf(',"messages":[');
  if (at < 0 || !body.startsWith('{"max_tokens":')) throw new Error("The provider is asked in another way now.");
  return [body.slice(0, at), body.slice(at)];
}
