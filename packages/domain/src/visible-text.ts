import { z } from "zod";
import { withoutTerminalSequences } from "./terminal-sequences.ts";

/** Anything but spaces, controls, formats such as zero-width characters, and letters that fonts draw as nothing. */
const VISIBLE = /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

const HIDDEN = "must have a character that can be seen";

/** A text of one line or more that a person can see: trimmed, and not made of characters alone that show nothing. */
export function visibleText(maxChars: number): z.ZodString {
  return z
    .string()
    .trim()
    .min(1, { abort: true })
    .max(maxChars)
    .regex(VISIBLE, { error: HIDDEN, abort: true })
    .refine((text) => VISIBLE.test(withoutTerminalSequences(text)), { error: HIDDEN });
}
