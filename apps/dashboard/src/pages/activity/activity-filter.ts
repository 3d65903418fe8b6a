import type { LiveEvent } from "../../live/live-event.ts";
import type { SearchWords } from "../../shell/use-search-words.ts";

/** Kinds of events that say what the team did; the rest is the engine's own bookkeeping. */
const NOTEWORTHY = new Set([
  "agent",
  "api-key",
  "approval",
  "deliverable",
  "invitation",
  "llm-provider",
  "llm-settings",
  "organization",
  "person",
  "project",
  "run",
  "sign-in",
  "standing-approval",
  "task",
  "team",
  "webhook",
]);

/** Events of those kinds that only the engine cares for. */
const BOOKKEEPING = new Set(["run.queued"]);

function topicOf(type: string): string {
  return type.slice(0, type.indexOf("."));
}

/** Whether an event is shown under the words of the address: its topic, who did it, and whether bookkeeping is wanted. */
export function isShown(event: LiveEvent, words: SearchWords): boolean {
  const topic = topicOf(event.type);
  const wanted = words["topic"] ?? "";
  const isNoteworthy = NOTEWORTHY.has(topic) && !BOOKKEEPING.has(event.type);
  if (wanted === "" && words["all"] !== "yes" && !isNoteworthy) return false;
  if (wanted !== "" && topic !== wanted) return false;
  const actor = words["actor"] ?? "";
  return actor === "" || event.actor.id === actor;
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
