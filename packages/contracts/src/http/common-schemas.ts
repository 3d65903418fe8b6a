import { API_LIMITS, ID_PREFIXES, type IdKind } from "@cadre/shared";
import { z } from "zod";

/** An id of one kind. A foreign or malformed one is "not found", never "invalid": an id tells nothing (I18). */
export function idParam(kind: IdKind): z.ZodString {
  return z.string().min(1).max(64).describe(`Id of the form ${ID_PREFIXES[kind]}_…`);
}

export const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(API_LIMITS.listPageMax).default(API_LIMITS.listPageSize),
  cursor: z.string().max(200).optional().describe("The nextCursor of the page before."),
});

/** One page. `nextCursor` is null on the last one. */
export function pageOf<Item extends z.ZodType>(
  item: Item,
): z.ZodObject<{ data: z.ZodArray<Item>; nextCursor: z.ZodNullable<z.ZodString> }> {
  return z.object({ data: z.array(item), nextCursor: z.string().nullable() });
}

export const Name = z.string().trim().min(1).max(API_LIMITS.nameChars);
export const LongText = z.string().max(API_LIMITS.textChars);
export const Timestamp = z.iso.datetime();
