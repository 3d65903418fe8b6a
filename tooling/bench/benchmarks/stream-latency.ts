import pg from "pg";
import type { Benchmark, Finding } from "../benchmark.ts";
import type { Bench } from "../rig/bench.ts";
import { median } from "../judge/statistics.ts";
import { type Company, openCompany } from "../rig/company.ts";
import { CLIENTS, openBareStream, openEventStream, type ReadStream } from "../rig/event-stream.ts";
import { interleave } from "../rig/interleave.ts";
import { monotonicMicros, PLANTED_BODY, plantEvent } from "../rig/planted-events.ts";

const EVENTS = 25;
const RECONNECT_EVENTS = 200;
const RECONNECTS = 4;
const PAUSE_MS = 60;
const MICROS_PER_MS = 1_000;

/** How long after its commit began an event is there, for the client in the middle of all. */
export const streamLatency: Benchmark = {
  id: "PERF-P13",
  what: `commit to event at the client, p50 of ${CLIENTS} clients`,
  async run(bench) {
    const company = await openCompany(bench, { agents: 0 });
    const ours = await openEventStream(bench, company);
    const bare = await openBareStream(bench);
    const limits = await openLimits(bench, company);
    const made = { ours: 0, bare: 0 };
    const taken = await interleave(
      bench.rounds,
      {
        ours: () =>
          typical(ours, async () => {
            const begun = monotonicMicros();
            await plantEvent(company, (made.ours += 1));
            return { begun, nth: made.ours };
          }),
        fanOut: () =>
          typical(bare, async () => {
            bare.server.process.send({ type: "send", body: PLANTED_BODY, events: 1 });
            const { at } = await bare.server.process.message<{ at: number }>("sent");
            return { begun: at, nth: (made.bare += 1) };
          }),
        commit: () => limits.commitMs(),
        hop: () => limits.hopMs(),
      },
      { afterWarmUp: company.settle },
    );
    const sums = taken.fanOut.map((each, round) => each + (taken.commit[round] ?? 0) + (taken.hop[round] ?? 0));
    const broken = await reconnecting(company, ours, made.ours);
    return [
      {
        what: streamLatency.what,
        ours: { name: "event stream", unit: "ms", values: taken.ours },
        peer: { name: "raw fan-out + one commit + one hop", unit: "ms", values: sums },
        figure: median(taken.ours) / median(sums),
        unit: "x",
        target: { better: "lower", floor: 3, goal: 1.5, moonshot: 1.1 },
        notes: [
          `Raw fan-out ${median(taken.fanOut).toFixed(2)} ms, commit ${median(taken.commit).toFixed(2)} ms, hop ${median(taken.hop).toFixed(2)} ms.`,
          "Events are told one at a time: of those that come within 20 ms of each other, later ones wait for the next pass of the relay.",
        ],
      },
      broken,
    ];
  },
};

/** The median over events of the median over clients, in milliseconds. */
async function typical(
  stream: ReadStream,
  tell: () => Promise<{ readonly begun: number; readonly nth: number }>,
): Promise<number> {
  const each: number[] = [];
  for (let nth = 0; nth < EVENTS; nth += 1) {
    const told = await tell();
    const { complete, arrivals } = await stream.received(told.nth);
    if (complete !== CLIENTS) throw new Error(`${CLIENTS - complete} of ${CLIENTS} clients did not get an event.`);
    each.push((median(arrivals) - told.begun) / MICROS_PER_MS);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return median(each);
}

/** Half of the clients break their lines, again and again, while events go on. */
async function reconnecting(company: Company, stream: ReadStream, told: number): Promise<Finding> {
  for (let nth = 1; nth <= RECONNECT_EVENTS; nth += 1) {
    await plantEvent(company, told + nth);
    if (nth % (RECONNECT_EVENTS / (RECONNECTS + 1)) === 0 && nth < RECONNECT_EVENTS) stream.reconnectHalf();
  }
  const { complete } = await stream.received(told + RECONNECT_EVENTS);
  const { lost, doubled } = await stream.tally();
  const missing = CLIENTS - complete;
  return {
    what: `events lost or told twice, half of ${CLIENTS} clients coming back ${RECONNECTS} times`,
    ours: { name: "event stream", unit: "", values: [lost + doubled + missing] },
    figure: lost + doubled + missing,
    unit: "",
    target: { better: "lower", floor: 0, goal: 0, moonshot: 0 },
    notes: [`${lost} lost, ${doubled} told twice, ${missing} clients that did not get the last one.`],
  };
}

type Limits = { commitMs(): Promise<number>; hopMs(): Promise<number> };

/** What nothing that goes through Postgres can be faster than: a commit of one row, and a message from one connection to another. */
async function openLimits(bench: Bench, { databaseUrl }: Company): Promise<Limits> {
  const [writer, listener] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)];
  await Promise.all([writer.connect(), listener.connect()]);
  bench.defer(() => Promise.all([writer.end(), listener.end()]));
  await writer.query("create table bench_commits (id bigserial primary key, body text not null)");
  await listener.query("listen bench_hop");
  const insert = { name: "commit", text: "insert into bench_commits (body) values ($1)", values: [PLANTED_BODY] };
  const many = async (once: () => Promise<unknown>): Promise<number> => {
    const each: number[] = [];
    for (let nth = 0; nth < EVENTS; nth += 1) {
      const begun = performance.now();
      await once();
      each.push(performance.now() - begun);
    }
    return median(each);
  };
  return {
    commitMs: () => many(() => writer.query(insert)),
    hopMs: () =>
      many(async () => {
        const heard = new Promise((resolve) => listener.once("notification", resolve));
        await Promise.all([writer.query("select pg_notify('bench_hop', '')"), heard]);
      }),
  };
}
