import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";

export type LossyWay = {
  readonly url: string;
  /** Requests that reached the API so far. */
  readonly passed: () => number;
  close(): void;
};

/**
 * A way to the API on which answers get lost: the request is carried out, and when its answer is there, `onAnswer` may say that
 * it shall never arrive.
 */
export async function openLossyWay(
  target: string,
  onAnswer: (nth: number, request: string) => boolean,
): Promise<LossyWay> {
  let passed = 0;
  const server = createServer((incoming, outgoing) => {
    const onward = ask(
      new URL(incoming.url ?? "/", target),
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        passed += 1;
        if (onAnswer(passed, `${incoming.method} ${incoming.url}`)) {
          answer.resume();
          return outgoing.destroy();
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        return answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed: () => passed,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
