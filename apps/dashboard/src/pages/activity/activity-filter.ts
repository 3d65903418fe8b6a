import { isNoteworthy, topicOf } from "@cadre/domain";
import type { ActivityFilter } from "../../api/queries/history.ts";
import type { LiveEvent } from "../../live/live-event.ts";
import type { SearchWords } from "../../shell/use-search-words.ts";

/** What the API is asked for under the words of the address. */
export function activityFilterOf(words: SearchWords): ActivityFilter {
  const { topic = "", actor = "", all = "" } = words;
  return {
    detail: all === "yes" ? "all" : "noteworthy",
    ...(topic === "" ? {} : { topic }),
    ...(actor === "" ? {} : { actorId: actor }),
  };
}

/** Whether an event that is told live is shown under the words of the address, as the API would show it. */
export function isShown(event: LiveEvent, words: SearchWords): boolean {
  const { detail, topic, actorId } = activityFilterOf(words);
  if (topic === undefined && detail !== "all" && !isNoteworthy(event.type)) return false;
  if (topic !== undefined && topicOf(event.type) !== topic) return false;
  return actorId === undefined || event.actor.id === actorId;
}

/** Newest first, each once: what the line told since, then what was kept. */
export function mergedEvents(live: readonly LiveEvent[], kept: readonly LiveEvent[]): LiveEvent[] {
  const seen = new Set<string>();
  return [...live, ...kept].filter(({ id }) => !seen.has(id) && seen.add(id));
}

const TITLE_FIELDS = ["key", "title", "name", "headline", "status", "outcome", "url"];

/** The words of an event's payload that tell it from others of its type. */
export function subjectOf({ payload }: LiveEvent): string {
  const words = TITLE_FIELDS.map((field) => payload[field]).filter((word) => typeof word === "string" && word !== "");
  return words.join(" ");
}
