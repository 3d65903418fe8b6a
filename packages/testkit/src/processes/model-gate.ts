import { setImmediate as turn } from "node:timers/promises";
import { systemNow } from "@cadre/shared";
import type { LoggedRequest } from "@cadre/simulator";

/** Something a test does at a model call, such as killing who asked. The nth call is counted from the last `reset`. */
type ModelHook = (nth: number) => Promise<void> | void;

/** A provider simulator without pauses in the test's process, which tells the test of every call. */
export type ModelGate = {
  readonly url: string;
  /** Called when a request has arrived, before anything of the answer is sent. */
  onRequest: ModelHook | undefined;
  /** Called when the whole answer has been handed to the network. */
  onAnswer: ModelHook | undefined;
  calls(): number;
  reset(): void;
  close(): Promise<void>;
};

/** An answer to a dead asker is never handed over: after this nobody waits for it any more. */
const ANSWER_MS = 1_000;

export async function openModelGate(): Promise<ModelGate> {
  // Loaded here, so that tests of other packages do not load the simulator with testkit.
  const { createProviderSimulator, simulatedWorker } = await import("@cadre/simulator");
  let calls = 0;
  const simulator = createProviderSimulator({
    now: systemNow,
    pace: 0,
    policy: async (request) => {
      calls += 1;
      const nth = calls;
      const logged = simulator.requests.all().at(-1);
      await gate.onRequest?.(nth);
      void answered(logged).then((isAnswered) => (isAnswered ? gate.onAnswer?.(nth) : undefined));
      return simulatedWorker(request);
    },
  });
  const gate: ModelGate = {
    url: await simulator.listen(),
    onRequest: undefined,
    onAnswer: undefined,
    calls: () => calls,
    reset: () => {
      calls = 0;
    },
    close: () => simulator.close(),
  };
  return gate;
}

async function answered(request: LoggedRequest | undefined): Promise<boolean> {
  const deadline = performance.now() + ANSWER_MS;
  while (request?.status === undefined && performance.now() < deadline) await turn();
  return request?.status !== undefined;
}
