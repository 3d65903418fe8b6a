import type { Doorbell } from "@cadre/engine";
import { seededRandom } from "./seeded-random.ts";

export type DeafDoorbellOptions = {
  readonly seed: number;
  /** Shares of all hints: dropped for good, rung twice, and held back until later ones have passed. The rest goes through. */
  readonly dropShare?: number;
  readonly doubleShare?: number;
  readonly holdShare?: number;
};

export type DeafDoorbell = Doorbell & {
  readonly counts: { rung: number; dropped: number; doubled: number; held: number };
};

/** Any doorbell, made unreliable: it drops, doubles and reorders hints, the same way for the same seed (I1). */
export function deafDoorbell(inner: Doorbell, options: DeafDoorbellOptions): DeafDoorbell {
  const { dropShare = 0.4, doubleShare = 0.2, holdShare = 0.2 } = options;
  const random = seededRandom(options.seed);
  const held: (() => void)[] = [];
  const counts = { rung: 0, dropped: 0, doubled: 0, held: 0 };

  const pass = (ring: () => void): void => {
    counts.rung += 1;
    const chance = random();
    if (chance < dropShare) {
      counts.dropped += 1;
    } else if (chance < dropShare + doubleShare) {
      counts.doubled += 1;
      ring();
      ring();
    } else if (chance < dropShare + doubleShare + holdShare) {
      counts.held += 1;
      held.push(ring);
    } else {
      ring();
      releaseOne();
    }
  };
  const releaseOne = (): void => {
    const [late] = held.splice(Math.floor(random() * held.length), 1);
    late?.();
  };

  return {
    counts,
    run: (hint) => pass(() => inner.run(hint)),
    control: (hint) => pass(() => inner.control(hint)),
    events: () => pass(() => inner.events()),
  };
}
