import { z } from "zod";
import { Timestamp } from "./common-schemas.ts";
import { ModelCall } from "./runs.ts";

/** Why less came from the cache than the call before it left there. */
export const CacheBreak = z.object({
  part: z.string().describe("A section by its name, or `tools`, `model`, `history`, `time`."),
  why: z.string(),
  at: Timestamp,
  words: z.string().describe("One sentence, on the organization's clock."),
});

/** A call of a model in a list, with what its receipt says in one line. */
export const ModelCallLine = ModelCall.extend({
  runId: z.string(),
  sessionId: z.string().nullable(),
  context: z
    .object({
      promptTokens: z.int().describe("The prompt, as it was counted when it was built."),
      predictedTokens: z.int().describe("What should have been read from the cache."),
      broken: CacheBreak.nullable(),
      isCompacted: z.boolean(),
      isTrimmed: z.boolean(),
    })
    .nullable()
    .describe("Null where no receipt was kept."),
});

const Tier = z.union([z.literal(1), z.literal(2), z.literal(3)]);
const Hash = z.string().describe("The name of a text's bytes, for `GET /prompt-texts/:hash`.");

const Budget = z.object({
  windowTokens: z.int(),
  outputReserveTokens: z.int(),
  safetyTokens: z.int(),
  systemTokens: z.int(),
  toolsTokens: z.int(),
  messageTokens: z.int().describe("What is left for messages."),
  messageCapChars: z.int().describe("How much of one message is shown."),
});

/** What went into a call, by size and by name. */
export const Receipt = z.object({
  v: z.int(),
  at: Timestamp,
  model: z.string().optional(),
  tools: z.object({ count: z.int(), tokens: z.int(), hash: Hash }),
  sections: z.array(
    z.object({
      name: z.string(),
      tier: Tier,
      chars: z.int(),
      tokens: z.int(),
      hash: Hash,
      source: z.string().describe("Where its words come from."),
    }),
  ),
  compacted: z.object({ entryId: z.string(), tokensBefore: z.int() }).optional(),
  lastEntryId: z.string().optional().describe("The newest entry of the log that the call was made from."),
  messages: z.object({ count: z.int(), tokens: z.int(), limitTokens: z.int() }),
  budget: Budget,
  cache: z.object({
    marks: z.array(
      z.object({
        at: z.enum(["tools", "tier1", "tier2", "message"]),
        message: z.int().optional(),
        hash: z.string(),
        tokens: z.int(),
      }),
    ),
    predictedTokens: z.int(),
  }),
});

/** One thing that was not sent as it stands in the log, and why. */
export const ReceiptChange = z.object({
  kind: z.enum(["virtualised", "capped", "compacted", "trimmed", "repaired", "unpinned", "due"]),
  subject: z.string(),
  why: z.string(),
});

/** A receipt with its words. */
export const ToldReceipt = z.object({
  receipt: Receipt,
  broken: CacheBreak.nullable().describe("What kept it from reading all that the call before had left in the cache."),
  changes: z.array(ReceiptChange),
  budgetWords: z.string().describe("The window's arithmetic, as a person may check it."),
});

const amount = z.object({ before: z.int(), after: z.int() });

/** What is not the same in two calls. */
export const ReceiptDiff = z.object({
  model: z.object({ before: z.string().optional(), after: z.string().optional() }).optional(),
  tools: z.object({ count: amount, tokens: amount }).optional(),
  sections: z.array(
    z.object({
      name: z.string(),
      tier: Tier,
      change: z.enum(["added", "removed", "changed"]),
      tokensBefore: z.int(),
      tokensAfter: z.int(),
      hashBefore: Hash.optional(),
      hashAfter: Hash.optional(),
    }),
  ),
  messages: z.object({ count: amount, tokens: amount }),
  budget: z.array(amount.extend({ part: z.enum(Budget.keyof().options) })),
  changesBegun: z.array(ReceiptChange),
  changesEnded: z.array(ReceiptChange),
  predictedTokens: amount,
});

export const PromptText = z.object({ hash: Hash, text: z.string() });

export { Budget as ContextBudget };
