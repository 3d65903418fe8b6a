import { API_LIMITS, ID_PREFIXES, type IdKind } from "@cadre/shared";
import { z } from "zod";

/** An id of one kind. A foreign or malformed one is "not found", never "invalid": an id tells nothing (I18). */
export function idParam(kind: IdKind): z.ZodString {
  return z.string().min(1).describe(`Id of the form ${ID_PREFIXES[kind]}_…`);
}

const page = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(API_LIMITS.listPageMax)
    .default(API_LIMITS.listPageSize)
    .describe("Most items of one page."),
  cursor: z.string().max(500).optional().describe("The nextCursor of the page before."),
};

export const ListQuery = z.strictObject(page);

/** The query of a list that also filters. */
export function listQuery<Shape extends z.core.$ZodLooseShape>(filters: Shape): z.ZodObject<typeof page & Shape> {
  return z.strictObject({ ...page, ...filters });
}

/** One page. `nextCursor` is null on the last one. */
export function pageOf<Item extends z.ZodType>(
  item: Item,
): z.ZodObject<{ data: z.ZodArray<Item>; nextCursor: z.ZodNullable<z.ZodString> }> {
  return z.object({ data: z.array(item), nextCursor: z.string().nullable() });
}

/** Words separated by commas, or the parameter repeated: `status=review,blocked`. */
export function wordsOf<Word extends string>(words: readonly Word[]): z.ZodType<Word[], string | string[]> {
  return z
    .union([z.string(), z.array(z.string())])
    .describe(`One or more of ${words.join(", ")}, separated by commas.`)
    .transform((given) => [given].flat().flatMap((text) => text.split(",").map((word) => word.trim())))
    .pipe(z.array(z.enum(words)).min(1).max(words.length));
}

/** A yes or no in a query. */
export const QueryFlag = z.enum(["true", "false"]).transform((word) => word === "true");

export const Timestamp = z.iso.datetime();

/** Micro-dollars: a millionth of a US dollar, whole. */
export const Micros = z.int().nonnegative();

/** The body of a POST that says nothing: none, or `{}`. */
export const NoBody = z.strictObject({}).optional();
