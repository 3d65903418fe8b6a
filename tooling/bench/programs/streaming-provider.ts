import { createProviderSimulator, type PolicyBlock, type PolicyRequest } from "@cadre/simulator";

/** A provider in a process of its own: it streams words slowly, and tells an agent to look one thing up after the other. */
const EVENT_MS = Number(process.env.BENCH_EVENT_MS ?? "100");
const STREAMED = "some words of a long reply that goes on and on ".repeat(40);

const simulator = createProviderSimulator({
  now: () => new Date(),
  pace: EVENT_MS,
  policy: (request) => ({ blocks: blocksFor(request) }),
});
const url = await simulator.listen();
process.send?.({ type: "ready", url });

function blocksFor({ system, tools, turns }: PolicyRequest): PolicyBlock[] {
  if (system.startsWith("stream")) return [{ type: "text", text: STREAMED }];
  if (tools.length === 0) return [{ type: "text", text: "The lookups went on as planned." }];
  return [{ type: "call", name: "lookup", input: { what: `record ${turns.length}` } }];
}
