import { type Message, textOf, toolCallsOf } from "@cadre/domain";
import { COMPACTION_LIMITS } from "@cadre/shared";
import { cutText, oneLine } from "../text/cut-text.ts";
import { readText } from "../text/read-text.ts";

/** The call that adds a model's words to a compaction. Made by the harness, once; its failure costs nothing but the words. */
export type SummaryRequest = {
  readonly system: string;
  readonly text: string;
  readonly maxOutputTokens: number;
  readonly temperature: number;
};

const SYSTEM = readText(new URL("./summary-request.md", import.meta.url));
const EARLIER = "Summary of what came before:";
/** Sentences like these, people and errors are kept from the older part when not everything fits. */
const WEIGHTY = /\b(?:DECISION|CONCLUSION|IMPORTANT)\b|\berror\b/i;

/**
 * The requests for a summary, each to be made when the summariser found the one before too large: with half the characters, three times,
 * and then none (TW-29). A summariser reads at most 300 characters of each message and 8,000 in all, the earlier summary first. The newest
 * messages go in before older ones, weighty ones before the rest of the older; what is left out is counted. Fact M28.
 */
export function summaryRequests(messages: readonly Message[], earlier: string): readonly SummaryRequest[] {
  const lines = messages.map((message) => ({ text: lineOf(message), isWeighty: isWeighty(message) }));
  return Array.from({ length: COMPACTION_LIMITS.summaryOverflowRetries + 1 }, (_, overflows) => {
    const chars = Math.floor(COMPACTION_LIMITS.summaryInputChars / 2 ** overflows);
    return requestOf(lines, earlier, Math.max(COMPACTION_LIMITS.summaryInputMinChars, chars));
  });
}

type Line = { readonly text: string; readonly isWeighty: boolean };

function requestOf(lines: readonly Line[], earlier: string, maxInputChars: number): SummaryRequest {
  const lead = earlier === "" ? [] : [`${EARLIER} ${cutText(earlier, Math.floor(maxInputChars / 4))}`];
  const omission = (left: number): string => `(${left} older messages are left out.)`;
  let room = maxInputChars - omission(lines.length).length - 2;
  for (const line of lead) room -= line.length + 1;
  const taken = new Set<number>();
  const take = (at: number, share: number): void => {
    const size = (lines[at]?.text.length ?? 0) + 1;
    if (taken.has(at) || room - size < share) return;
    taken.add(at);
    room -= size;
  };
  const newestFirst = lines.map((_, at) => at).toReversed();
  for (const at of newestFirst) take(at, Math.floor(maxInputChars / 3));
  for (const at of newestFirst) if (lines[at]?.isWeighty === true) take(at, 0);
  for (const at of newestFirst) take(at, 0);
  const shown = lines.filter((_, at) => taken.has(at)).map(({ text }) => text);
  const left = lines.length - shown.length;
  return {
    system: SYSTEM,
    text: [...lead, ...(left === 0 ? [] : [omission(left)]), ...shown].join("\n"),
    maxOutputTokens: COMPACTION_LIMITS.summaryOutputTokens,
    temperature: COMPACTION_LIMITS.summaryTemperature,
  };
}

/** The words a compaction takes from a reply: trimmed, at most 1,500 characters; undefined when it said nothing. */
export function proseOf(reply: string): string | undefined {
  const text = reply.replace(/^```\w*\n|\n```\s*$/g, "").trim();
  return text === "" ? undefined : cutText(text, COMPACTION_LIMITS.proseMaxChars);
}

function lineOf(message: Message): string {
  return oneLine(`${message.role}: ${wordsOf(message)}`, COMPACTION_LIMITS.summaryMessageChars);
}

function wordsOf(message: Message): string {
  if (message.role !== "tool") {
    const calls = toolCallsOf(message).map(({ name }) => `[calls ${name}]`);
    return [textOf(message), ...calls].join(" ");
  }
  return message.content.map(({ name, text, isError }) => `${name}${isError ? " error" : ""}: ${text}`).join(" | ");
}

function isWeighty(message: Message): boolean {
  if (message.role === "user") return true;
  if (message.role === "tool") return message.content.some(({ isError }) => isError);
  return WEIGHTY.test(textOf(message));
}
