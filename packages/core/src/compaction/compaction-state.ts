import { type Message, textOf } from "@cadre/domain";
import { COMPACTION_LIMITS } from "@cadre/shared";
import { isStandalone } from "../messages/markers.ts";
import type { Unit } from "../projection/to-units.ts";
import { oneLine } from "../text/cut-text.ts";
import { indexOf, type IndexedText, joined } from "./exact-index.ts";
import { readStatements } from "./statements.ts";
import { stepLines } from "./step-line.ts";

/** What each list of a compaction holds, in the order it is read. Lists are oldest first. */
export const STATE_LISTS = ["open", "settled", "people", "errors", "paths", "ids", "urls", "steps", "seen"] as const;
export type StateList = (typeof STATE_LISTS)[number];

/**
 * What a compaction keeps by rule: sentences on open work, and on decisions and ends; what people said; error lines; the exact tokens
 * that were spoken of; what was done; exact tokens that only stood in results. Stored with the entry, so that the next compaction goes on
 * from lists, not from prose.
 */
export type CompactionState = Readonly<Record<StateList, readonly string[]>>;

export const EMPTY_STATE: CompactionState = {
  open: [],
  settled: [],
  people: [],
  errors: [],
  paths: [],
  ids: [],
  urls: [],
  steps: [],
  seen: [],
};

/** Reads what is cut after what an older compaction kept. Pinned units stay in the history and are not read. */
export function stateOf(
  units: readonly Unit[],
  options: { readonly hasResultTool: boolean },
  older: CompactionState = EMPTY_STATE,
): CompactionState {
  const messages = units.flatMap((unit) => unit.messages);
  const said = messages.filter((message) => message.role !== "tool");
  // Words of the engine are rules and situations, not what anybody decided.
  const talk = said.filter((message) => message.role !== "user" || !isStandalone(message));
  const people = talk
    .filter((message) => message.role === "user")
    .map((message) => oneLine(textOf(message), COMPACTION_LIMITS.peopleWordsChars));
  const statements = readStatements([...older.open, ...older.settled, ...talk.map(textOf)]);
  const spoken = indexOf(said.flatMap(textsOf));
  const shown = indexOf(messages.flatMap((message) => (message.role === "tool" ? textsOf(message) : [])));
  const paths = joined(older.paths, spoken.paths);
  const ids = joined(older.ids, spoken.ids);
  const urls = joined(older.urls, spoken.urls);
  const known = new Set([...paths, ...ids, ...urls]);
  const seen = joined(older.seen, [...shown.ids, ...shown.urls, ...shown.paths]);
  return {
    ...statements,
    people: joined(older.people, people),
    errors: joined(older.errors, [...spoken.errors, ...shown.errors]),
    paths,
    ids,
    urls,
    steps: [
      ...older.steps,
      ...units.flatMap((unit) => (unit.kind === "step" ? stepLines(unit.messages, options) : [])),
    ],
    seen: seen.filter((token) => !known.has(token)),
  };
}

/** Reads the state back from an entry's details; undefined when another kind of compaction wrote them. */
export function parsedState(details: Readonly<Record<string, unknown>> | undefined): CompactionState | undefined {
  const state = details?.["state"];
  if (typeof state !== "object" || state === null) return undefined;
  const lists = new Map<string, unknown>(Object.entries(state));
  const texts = (list: StateList): readonly string[] => {
    const found = lists.get(list);
    return Array.isArray(found) ? found.filter((text) => typeof text === "string") : [];
  };
  return { ...EMPTY_STATE, ...Object.fromEntries(STATE_LISTS.map((list) => [list, texts(list)])) };
}

export function isEmptyState(state: CompactionState): boolean {
  return STATE_LISTS.every((list) => state[list].length === 0);
}

function textsOf(message: Message): readonly IndexedText[] {
  switch (message.role) {
    case "user":
      return [{ text: textOf(message) }];
    case "assistant":
      return message.content.flatMap((block) => {
        if (block.type === "text") return [{ text: block.text }];
        return block.type === "tool-call" ? argumentTexts(block.args).map((text) => ({ text })) : [];
      });
    case "tool":
      return message.content.map(({ text, isError }) => ({ text, isError, isResult: true }));
  }
}

/** The strings in a call's arguments, at any depth. */
function argumentTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(argumentTexts);
}
