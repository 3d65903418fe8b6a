import type { Benchmark, Finding } from "../benchmark.ts";
import { median } from "../judge/statistics.ts";
import { openCompany } from "../rig/company.ts";
import { CLIENTS, openBareStream, openEventStream, type ReadStream } from "../rig/event-stream.ts";
import { interleave } from "../rig/interleave.ts";
import { PLANTED_BODY, plantEvent } from "../rig/planted-events.ts";

const TARGET = { better: "lower", floor: 2, goal: 1.2, moonshot: 1.05 } as const;

/** One at a time: the next when every client has the last one. */
const SINGLE_EVENTS = 40;
/** As fast as they can be made. */
const BURST_EVENTS = 100;

/** What it costs the API to tell an event to every browser that looks. */
export const streamCpu: Benchmark = {
  id: "PERF-P12",
  what: `CPU of the API for one event and one of ${CLIENTS} clients`,
  async run(bench) {
    const company = await openCompany(bench, { agents: 0 });
    const ours = numbered(await openEventStream(bench, company));
    const bare = numbered(await openBareStream(bench));
    const plant = (first: number, count: number): Promise<unknown> =>
      Promise.all(Array.from({ length: count }, (_, index) => plantEvent(company, first + index)));
    const send = async (_: number, events: number): Promise<void> => {
      bare.stream.server.process.send({ type: "send", body: PLANTED_BODY, events });
      await bare.stream.server.process.message("sent");
    };
    // Numbers must arrive in their order, so those of a burst are made one after the other.
    const plantBurst = async (first: number, count: number): Promise<void> => {
      for (let nth = 0; nth < count; nth += 1) await plantEvent(company, first + nth);
    };
    const micros = await interleave(bench.rounds, {
      single: () => ours.cost(plant, { events: SINGLE_EVENTS, atOnce: 1 }),
      bareSingle: () => bare.cost(send, { events: SINGLE_EVENTS, atOnce: 1 }),
      burst: () => ours.cost(plantBurst, { events: BURST_EVENTS, atOnce: BURST_EVENTS }),
      bareBurst: () => bare.cost(send, { events: BURST_EVENTS, atOnce: BURST_EVENTS }),
    });
    return [
      finding("one event at a time", micros.single, micros.bareSingle),
      finding(`${BURST_EVENTS} events in a row`, micros.burst, micros.bareBurst),
    ];
  },
};

type Make = (first: number, count: number) => Promise<unknown>;

/** A stream whose planted numbers go on from round to round. */
function numbered(stream: ReadStream) {
  let made = 0;
  return {
    stream,
    /** The microseconds that the server spends on one event for one client. */
    async cost(make: Make, { events, atOnce }: { readonly events: number; readonly atOnce: number }): Promise<number> {
      const before = await stream.server.process.cpuMicros();
      for (let done = 0; done < events; done += atOnce) {
        await make(made + 1, atOnce);
        made += atOnce;
        const { complete } = await stream.received(made);
        if (complete !== CLIENTS)
          throw new Error(`${CLIENTS - complete} of ${CLIENTS} clients did not get event ${made}.`);
      }
      return ((await stream.server.process.cpuMicros()) - before) / (events * CLIENTS);
    },
  };
}

function finding(how: string, ours: readonly number[], peer: readonly number[]): Finding {
  return {
    what: `${streamCpu.what}, ${how}`,
    ours: { name: "API", unit: "µs", values: ours },
    peer: { name: "one prepared res.write", unit: "µs", values: peer },
    figure: median(ours) / median(peer),
    unit: "x",
    target: TARGET,
    notes: [
      "The API's share includes hearing of the event and reading it from Postgres; the peer makes its frame itself.",
    ],
  };
}
