import type { TokenCounter } from "../budget/estimate-tokens.ts";
import { type CompactionState, EMPTY_STATE, STATE_LISTS, type StateList } from "./compaction-state.ts";

/** How the room of a compaction is divided. What a list does not need goes to the ones after it, then to the first that want more. */
const SHARES: Readonly<Record<StateList, number>> = {
  statements: 0.35,
  people: 0.15,
  errors: 0.1,
  paths: 0.15,
  ids: 0.1,
  urls: 0.05,
  steps: 0.1,
};

/** The newest of each list within `tokens` in all, order kept. */
export function fitState(state: CompactionState, tokens: number, count: TokenCounter): CompactionState {
  const kept = new Map<StateList, number>(STATE_LISTS.map((list) => [list, 0]));
  let spare = 0;
  const fill = (list: StateList, room: number): number => {
    const taken = newest(state[list], { from: kept.get(list) ?? 0, room, count });
    kept.set(list, taken.items);
    return room - taken.tokens;
  };
  for (const list of STATE_LISTS) spare = fill(list, spare + Math.floor(tokens * SHARES[list]));
  for (const list of STATE_LISTS) spare = fill(list, spare);
  const lists = STATE_LISTS.map((list) => [list, state[list].slice(state[list].length - (kept.get(list) ?? 0))]);
  return { ...EMPTY_STATE, ...Object.fromEntries(lists) };
}

type Filling = { readonly from: number; readonly room: number; readonly count: TokenCounter };

/** How many of the newest items fit, when `from` of them are in already; each has a line of its own. */
function newest(items: readonly string[], { from, room, count }: Filling): { items: number; tokens: number } {
  let tokens = 0;
  for (let taken = from; taken < items.length; taken += 1) {
    const next = tokens + count(`- ${items[items.length - 1 - taken] ?? ""}\n`);
    if (next > room) return { items: taken, tokens };
    tokens = next;
  }
  return { items: items.length, tokens };
}
