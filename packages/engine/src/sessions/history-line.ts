import type { EntryPayload } from "@cadre/domain";
import { API_LIMITS } from "@cadre/shared";

/** One entry of a log in few words: what a list of thousands needs, without the texts. */
export type HistoryLine = {
  readonly id: string;
  readonly seq: number;
  readonly parentId: string | null;
  readonly kind: EntryPayload["kind"];
  readonly tokens: number | null;
  readonly runId: string | null;
  readonly step: number | null;
  readonly createdAt: string;
  /** Characters of its text. */
  readonly chars: number;
  /** The beginning of its text, or what it does. */
  readonly head: string;
  /** Who or what it is from: a sender, a tool. */
  readonly from: string | null;
  /** The entry that a pin, a label, a revert or a leaf speaks of; of a compaction the first that it keeps. */
  readonly targetId: string | null;
  /** Of a pin: whether it pins or lets go. Of a message: whether it was written as one that stays. */
  readonly isPinned: boolean | null;
  readonly label: string | null;
  /** Of a compaction: the tokens of what its summary stands for. */
  readonly tokensBefore: number | null;
};

type Told = Pick<HistoryLine, "from" | "targetId" | "isPinned" | "label" | "tokensBefore"> & { readonly text: string };

const NOTHING: Told = { text: "", from: null, targetId: null, isPinned: null, label: null, tokensBefore: null };

/** What an entry says about itself in a list. */
export function toldOf(payload: EntryPayload): Omit<Told, "text"> & Pick<HistoryLine, "head" | "chars"> {
  const { text, ...told } = wordsOf(payload);
  return { ...told, chars: text.length, head: headOf(text) };
}

// oxlint-disable-next-line max-lines-per-function -- one line for each kind of entry
function wordsOf(payload: EntryPayload): Told {
  switch (payload.kind) {
    case "user-message": {
      const text = textsOf(payload.content);
      return { ...NOTHING, text, from: payload.sender?.name ?? null, isPinned: payload.isPinned ?? false };
    }
    case "assistant-message":
      return { ...NOTHING, text: textsOf(payload.content), from: payload.model.model };
    case "tool-result":
      return { ...NOTHING, text: payload.text, from: payload.name };
    case "note":
      return { ...NOTHING, text: payload.text };
    case "compaction":
      return {
        ...NOTHING,
        text: payload.summary,
        targetId: payload.firstKeptEntryId,
        tokensBefore: payload.tokensBefore,
      };
    case "collapse-context":
      return { ...NOTHING, text: payload.summary };
    case "branch-summary":
      return { ...NOTHING, text: payload.summary, targetId: payload.fromId };
    case "pin":
      return { ...NOTHING, targetId: payload.targetId, isPinned: payload.isPinned };
    case "label":
      return { ...NOTHING, targetId: payload.targetId, label: payload.label };
    case "revert":
    case "leaf":
      return { ...NOTHING, targetId: payload.targetId };
    case "title":
      return { ...NOTHING, text: payload.title };
    case "model-change":
      return { ...NOTHING, text: `${payload.provider}/${payload.model}` };
    case "thinking-level":
      return { ...NOTHING, text: payload.level };
    case "custom":
      return { ...NOTHING, text: payload.name };
    case "metadata":
      return { ...NOTHING, text: Object.keys(payload.values).join(", ") };
  }
}

type Block = { readonly type: string; readonly text?: string; readonly name?: string };

/** The words of a message; a call by the name of its tool. */
function textsOf(content: readonly Block[]): string {
  return content
    .map((block) => {
      if (block.type === "tool-call") return `→ ${block.name ?? ""}`;
      return block.text ?? "[image]";
    })
    .filter((text) => text !== "")
    .join("\n");
}

function headOf(text: string): string {
  const head = text.slice(0, API_LIMITS.historyHeadChars).replaceAll(/\s+/g, " ").trim();
  // No half of a letter at the cut.
  return head.replace(/[\ud800-\udbff]$/, "");
}
