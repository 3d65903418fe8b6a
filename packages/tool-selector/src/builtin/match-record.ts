import { TOOL_LIMITS } from "@cadre/shared";
import { z } from "zod";

const CUT_LEAD_CHARS = 100;

/** Text, or bytes in base64 where it is not UTF-8. */
const RipgrepText = z
  .union([z.object({ text: z.string() }), z.object({ bytes: z.base64() })])
  .transform((value) => ("text" in value ? value.text : Buffer.from(value.bytes, "base64").toString("utf8")));

const LineRecord = z.object({
  type: z.enum(["match", "context"]),
  data: z.object({
    path: RipgrepText,
    lines: RipgrepText,
    line_number: z.number(),
    submatches: z.array(z.object({ match: RipgrepText })),
  }),
});

export type MatchLine = {
  readonly isMatch: boolean;
  readonly path: string;
  readonly line: number;
  /** Cut to the place of the match when the line is long. */
  readonly text: string;
  /** Where in the line the text begins, counted from 1, when it is cut; undefined when it is whole. */
  readonly cutAt?: number | undefined;
};

/** Reads one record of `rg --json`; undefined for records that are no line. */
export function parseMatchRecord(record: string): MatchLine | undefined {
  const parsed = LineRecord.safeParse(JSON.parse(record));
  if (!parsed.success) return undefined;
  const { type, data } = parsed.data;
  const text = data.lines.replace(/\r?\n$/, "");
  const place = text.indexOf(data.submatches[0]?.match ?? "");
  return {
    isMatch: type === "match",
    path: data.path,
    line: data.line_number,
    ...cutAround(text, Math.max(place, 0)),
  };
}

function cutAround(text: string, place: number): Pick<MatchLine, "text" | "cutAt"> {
  if (text.length <= TOOL_LIMITS.searchLineChars) return { text };
  const start = Math.max(0, Math.min(place - CUT_LEAD_CHARS, text.length - TOOL_LIMITS.searchLineChars));
  const end = start + TOOL_LIMITS.searchLineChars;
  const shown = `${start > 0 ? "…" : ""}${text.slice(start, end).toWellFormed()}${end < text.length ? "…" : ""}`;
  return { text: shown, cutAt: start + 1 };
}
