import { type Message, textOf } from "@cadre/domain";
import { COMPACTION_LIMITS } from "@cadre/shared";
import { isNote } from "../messages/markers.ts";
import type { Unit } from "../projection/to-units.ts";
import { oneLine } from "../text/cut-text.ts";
import { indexOf, type IndexedText, joined } from "./exact-index.ts";
import { statementsOf } from "./statements.ts";
import { stepLines } from "./step-line.ts";

/** What each list of a compaction holds, in the order it is read. Lists are oldest first. */
export const STATE_LISTS = ["statements", "people", "errors", "paths", "ids", "urls", "steps"] as const;
export type StateList = (typeof STATE_LISTS)[number];

/**
 * What a compaction keeps by rule: sentences on work, decisions and ends; what people said; the exact tokens; what was done. Stored with
 * the entry, so that the next compaction goes on from lists, not from prose.
 */
export type CompactionState = Readonly<Record<StateList, readonly string[]>>;

export const EMPTY_STATE: CompactionState = {
  statements: [],
  people: [],
  errors: [],
  paths: [],
  ids: [],
  urls: [],
  steps: [],
};

/** Reads what is cut. Pinned units stay in the history and are not read. */
export function stateOf(units: readonly Unit[], options: { readonly hasResultTool: boolean }): CompactionState {
  const statements: string[] = [];
  const people: string[] = [];
  const steps: string[] = [];
  const texts: IndexedText[] = [];
  for (const unit of units) {
    for (const message of unit.messages) {
      texts.push(...textsOf(message));
      if (message.role !== "tool") statements.push(...statementsOf(textOf(message)));
      if (message.role === "user" && !isNote(message)) {
        people.push(oneLine(textOf(message), COMPACTION_LIMITS.peopleWordsChars));
      }
    }
    if (unit.kind === "step") steps.push(...stepLines(unit.messages, options));
  }
  return {
    ...indexOf(texts),
    statements: joined([], statements),
    people: joined([], people),
    steps,
  };
}

/** The older state with the newer added. */
export function mergedState(older: CompactionState, newer: CompactionState): CompactionState {
  const lists = STATE_LISTS.map((list): [StateList, readonly string[]] => {
    return [list, list === "steps" ? [...older.steps, ...newer.steps] : joined(older[list], newer[list])];
  });
  return { ...EMPTY_STATE, ...Object.fromEntries(lists) };
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
      return message.content.map(({ text, isError }) => ({ text, isError }));
  }
}

/** The strings in a call's arguments, at any depth. */
function argumentTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(argumentTexts);
}
