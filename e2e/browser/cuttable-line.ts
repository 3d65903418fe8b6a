import { connect, createServer, type Socket } from "node:net";

/** A line to a server that can be cut, as a cable is: what runs over it breaks, and nothing gets through until it is mended. */
export type CuttableLine = { readonly url: string; cut(): void; mend(): void; end(): Promise<void> };

export async function cuttableLine(to: string): Promise<CuttableLine> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    // Ends that break are the very point of it.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((client) => {
    keep(client);
    if (isCut) return client.destroy();
    const upstream = keep(connect(Number(port), hostname));
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const own = typeof address === "object" && address !== null ? address.port : 0;
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${own}`,
    cut() {
      isCut = true;
      breakAll();
    },
    mend() {
      isCut = false;
    },
    end() {
      breakAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
