import type { TokenCounter } from "../budget/estimate-tokens.ts";
import { lineOf } from "./render-compaction.ts";
import { type CompactionState, EMPTY_STATE, STATE_LISTS, type StateList } from "./compaction-state.ts";

/** How the room of a compaction is divided. What a list does not need goes to the ones after it, then to the first that want more. */
const SHARES: Readonly<Record<StateList, number>> = {
  open: 0.25,
  settled: 0.15,
  people: 0.1,
  errors: 0.1,
  paths: 0.12,
  ids: 0.08,
  urls: 0.06,
  steps: 0.07,
  seen: 0.07,
};

/** The newest of each list within `tokens` in all, order kept. */
export function fitState(state: CompactionState, tokens: number, count: TokenCounter): CompactionState {
  const kept = new Map<StateList, number>(STATE_LISTS.map((list) => [list, 0]));
  const room = (list: StateList): number => Math.floor(tokens * SHARES[list]);
  let spare = STATE_LISTS.reduce((left, list) => left - room(list), tokens);
  const fill = (list: StateList, left: number): number => {
    const taken = newest(state[list], {
      from: kept.get(list) ?? 0,
      room: left,
      cost: (item) => count(`${lineOf(list, item)}\n`),
    });
    kept.set(list, taken.items);
    return left - taken.tokens;
  };
  for (const list of STATE_LISTS) spare = fill(list, spare + room(list));
  for (const list of STATE_LISTS) spare = fill(list, spare);
  const lists = STATE_LISTS.map((list) => [list, state[list].slice(state[list].length - (kept.get(list) ?? 0))]);
  return { ...EMPTY_STATE, ...Object.fromEntries(lists) };
}

type Filling = { readonly from: number; readonly room: number; readonly cost: (item: string) => number };

/** How many of the newest items fit, when `from` of them are in already; each has a line of its own. */
function newest(items: readonly string[], { from, room, cost }: Filling): { items: number; tokens: number } {
  let tokens = 0;
  for (let taken = from; taken < items.length; taken += 1) {
    const next = tokens + cost(items[items.length - 1 - taken] ?? "");
    if (next > room) return { items: taken, tokens };
    tokens = next;
  }
  return { items: items.length, tokens };
}
