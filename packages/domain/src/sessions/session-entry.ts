import { canonicalJson } from "@cadre/shared";
import { z } from "zod";
import { AssistantMessage, UserMessage } from "../model/message.ts";
import { type ModelReply, STOP_REASONS } from "../model/model-event.ts";
import { Usage } from "../model/usage.ts";
import { type StoredPayload, upgradedPayload } from "./entry-migrations.ts";
import { storableValue } from "./storable-value.ts";

const MessageSender = z.object({
  kind: z.enum(["person", "agent", "system"]),
  id: z.string().optional(),
  name: z.string(),
});

/** What a person, a colleague or the engine's brief says to the agent. `isPinned` marks the brief: it survives every cut. */
export const UserMessageEntry = z.object({
  kind: z.literal("user-message"),
  v: z.literal(1),
  content: UserMessage.shape.content,
  sender: MessageSender.optional(),
  itemId: z.string().optional(),
  isPinned: z.boolean().optional(),
});
export type UserMessageEntry = z.infer<typeof UserMessageEntry>;

/** One model reply. `interrupted` is a reply whose stream was cut: what had arrived by then. */
export const AssistantMessageEntry = z.object({
  kind: z.literal("assistant-message"),
  v: z.literal(1),
  content: AssistantMessage.shape.content,
  model: z.object({ provider: z.string(), model: z.string() }),
  stopReason: z.enum([...STOP_REASONS, "interrupted"]),
  usage: Usage,
  requestId: z.string().optional(),
  isSimulated: z.boolean(),
});
export type AssistantMessageEntry = z.infer<typeof AssistantMessageEntry>;

/** How a call ended. `awaiting_approval` closes a chat's turn: the call itself runs later and comes back as mail (I13). */
export const CALL_OUTCOMES = ["done", "failed", "unknown", "denied", "awaiting_approval"] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/**
 * The result of one call, named by (assistant entry, call). Over the blob limit `text` is its beginning and `blob` tells the rest.
 * `fullText` is what a tool kept whole when `text` is its own shortened answer.
 */
export const ToolResultEntry = z.object({
  kind: z.literal("tool-result"),
  v: z.literal(1),
  assistantEntryId: z.string(),
  callId: z.string(),
  name: z.string(),
  outcome: z.enum(CALL_OUTCOMES),
  text: z.string(),
  fullText: z.string().optional(),
  exitCode: z.number().int().optional(),
  blob: z
    .object({
      hash: z.string(),
      chars: z.number().int().nonnegative(),
      lines: z.number().int().nonnegative(),
      tail: z.string(),
    })
    .optional(),
});
export type ToolResultEntry = z.infer<typeof ToolResultEntry>;

/** A word of the engine, shown to the model as a user message that starts with `[SYSTEM`. */
export const NoteEntry = z.object({
  kind: z.literal("note"),
  v: z.literal(1),
  topic: z.string(),
  text: z.string(),
  itemId: z.string().optional(),
});
export type NoteEntry = z.infer<typeof NoteEntry>;

/** Folds what stands before `firstKeptEntryId` into a summary; nothing is deleted. */
export const CompactionEntry = z.object({
  kind: z.literal("compaction"),
  v: z.literal(1),
  summary: z.string(),
  firstKeptEntryId: z.string().nullable(),
  tokensBefore: z.number().int().nonnegative(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type CompactionEntry = z.infer<typeof CompactionEntry>;

/** What a collapsed session hands to its child. */
export const CollapseContextEntry = z.object({
  kind: z.literal("collapse-context"),
  v: z.literal(2),
  sourceSessionId: z.string(),
  summary: z.string(),
  rawTextRef: z.string().optional(),
});
export type CollapseContextEntry = z.infer<typeof CollapseContextEntry>;

/** What an abandoned branch contained. */
export const BranchSummaryEntry = z.object({
  kind: z.literal("branch-summary"),
  v: z.literal(1),
  fromId: z.string().nullable(),
  summary: z.string(),
});
export type BranchSummaryEntry = z.infer<typeof BranchSummaryEntry>;

/** Entries that steer the projection or the screen and are never shown to a model themselves. */
const PinEntry = z.object({ kind: z.literal("pin"), v: z.literal(1), targetId: z.string(), isPinned: z.boolean() });
const LabelEntry = z.object({
  kind: z.literal("label"),
  v: z.literal(1),
  targetId: z.string(),
  label: z.string().nullable(),
});
const RevertEntry = z.object({ kind: z.literal("revert"), v: z.literal(1), targetId: z.string().nullable() });
const LeafEntry = z.object({ kind: z.literal("leaf"), v: z.literal(1), targetId: z.string().nullable() });
const TitleEntry = z.object({ kind: z.literal("title"), v: z.literal(1), title: z.string() });
const MetadataEntry = z.object({
  kind: z.literal("metadata"),
  v: z.literal(1),
  values: z.record(z.string(), z.string()),
});
const ModelChangeEntry = z.object({
  kind: z.literal("model-change"),
  v: z.literal(1),
  provider: z.string(),
  model: z.string(),
});
const ThinkingLevelEntry = z.object({ kind: z.literal("thinking-level"), v: z.literal(1), level: z.string() });
const CustomEntry = z.object({
  kind: z.literal("custom"),
  v: z.literal(1),
  name: z.string(),
  value: z.record(z.string(), z.unknown()),
});

/** Everything a session log may hold. An entry is written once and never changed (I11). */
export const EntryPayload = z.discriminatedUnion("kind", [
  UserMessageEntry,
  AssistantMessageEntry,
  ToolResultEntry,
  NoteEntry,
  CompactionEntry,
  CollapseContextEntry,
  BranchSummaryEntry,
  PinEntry,
  LabelEntry,
  RevertEntry,
  LeafEntry,
  TitleEntry,
  MetadataEntry,
  ModelChangeEntry,
  ThinkingLevelEntry,
  CustomEntry,
]);
export type EntryPayload = z.infer<typeof EntryPayload>;
export type EntryKind = EntryPayload["kind"];

/** One row of the log. `parentId` is the entry before it on its branch, null at the root. */
export type SessionEntry = {
  readonly id: string;
  readonly parentId: string | null;
  readonly payload: EntryPayload;
};

/** The canonical text of a payload, which is what the log stores and every hash is made of. */
export function entryText(payload: EntryPayload): string {
  return canonicalJson(payload);
}

/**
 * Reads a stored payload of any version as today's. Throws on a text that no version of this code wrote. Fault:
 * `session.entry-too-new`.
 */
export function parseEntryText(text: string): EntryPayload {
  return EntryPayload.parse(upgradedPayload(JSON.parse(text) as StoredPayload));
}

/**
 * The only way into the log: cleans every text once and returns the stored text with the payload as it will be read back, so that
 * a prompt has the same bytes from memory and after a restart (I11, I12).
 */
export function storedEntry(payload: EntryPayload): { readonly text: string; readonly payload: EntryPayload } {
  const text = storedText(payload);
  return { text, payload: parseEntryText(text) };
}

/** The stored text alone, for a writer that does not read the entry back: parsing it would cost more than writing it. */
export function storedText(payload: EntryPayload): string {
  return canonicalJson(storableValue(payload));
}

export function assistantEntryOf(reply: ModelReply): AssistantMessageEntry {
  return {
    kind: "assistant-message",
    v: 1,
    content: reply.message.content,
    model: { provider: reply.model.provider, model: reply.model.model },
    stopReason: reply.stopReason,
    usage: reply.usage,
    requestId: reply.requestId,
    isSimulated: reply.isSimulated,
  };
}
