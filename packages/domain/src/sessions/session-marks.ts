import type { EntryPayload } from "./session-entry.ts";

/** What a log says about its session and its own entries: the fold of all its marks, on whatever branch they stand. */
export type SessionMarks = {
  /** The newest title that is not blank. */
  readonly title: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  /** By the id of the entry they are on. */
  readonly labels: ReadonlyMap<string, string>;
  readonly pinnedIds: ReadonlySet<string>;
};

/** Folds payloads in the order of the log: the last word about a thing holds, a blank title says nothing. */
export function foldMarks(payloads: Iterable<EntryPayload>): SessionMarks {
  let title: string | undefined;
  const metadata = new Map<string, string>();
  const labels = new Map<string, string>();
  const pinnedIds = new Set<string>();
  for (const payload of payloads) {
    if (payload.kind === "title" && payload.title.trim() !== "") title = payload.title.trim();
    if (payload.kind === "metadata") Object.entries(payload.values).forEach(([key, value]) => metadata.set(key, value));
    if (payload.kind === "label") {
      if (payload.label === null) labels.delete(payload.targetId);
      else labels.set(payload.targetId, payload.label);
    }
    if (payload.kind === "pin") {
      if (payload.isPinned) pinnedIds.add(payload.targetId);
      else pinnedIds.delete(payload.targetId);
    }
  }
  return { title, metadata: Object.fromEntries(metadata), labels, pinnedIds };
}

/** The metadata that replaces the first sentence of the harness; blank text is as good as none. */
export const INTRODUCTION_KEY = "harnessIntroduction";

/** The introduction that metadata brings, if any. */
export function introductionOf(metadata: Readonly<Record<string, string>>): string | undefined {
  const text = metadata[INTRODUCTION_KEY]?.trim();
  return text === "" ? undefined : text;
}
