import type { Message } from "@cadre/domain";
import { COMPACTION_LIMITS } from "@cadre/shared";
import { RESULT_TOOL } from "../projection/shown-result.ts";
import type { Unit } from "../projection/to-units.ts";
import { headOf, tailOf } from "../text/cut-text.ts";
import { isResearchTool } from "./research-tools.ts";

/** A text that stage 2, or the last stage, shows in part. */
export type Capped = { readonly entryIds: readonly string[]; readonly chars: number; readonly shownChars: number };

export type CapOptions = { readonly capChars: number; readonly hasResultTool: boolean };

/**
 * Stage 2: no text of a user message or result is longer than the cap; results of tools that read keep at least 6,000 characters.
 * What is pinned and what is a summary stays whole, and so does a reply: the model's own output limit bounds it, and a model
 * that reads its words cut short writes them so. A function of the unit alone, and nothing when it is done twice. Facts M7, M21.
 */
export function capUnit(unit: Unit, options: CapOptions): { readonly unit: Unit; readonly capped: readonly Capped[] } {
  if (unit.isPinned || unit.kind === "compaction") return { unit, capped: [] };
  return cutUnit(unit, (name) => {
    const isResearch = name !== undefined && isResearchTool(name);
    const chars = isResearch ? Math.max(options.capChars, COMPACTION_LIMITS.researchResultMinChars) : options.capChars;
    return { chars, hasResultTool: options.hasResultTool };
  });
}

type Cap = { readonly chars: number; readonly hasResultTool: boolean };

/** Cuts the texts of any unit to what `capOf` says for the tool they came from, if any. */
export function cutUnit(
  unit: Unit,
  capOf: (toolName: string | undefined) => Cap,
): { readonly unit: Unit; readonly capped: readonly Capped[] } {
  if (!isAnyLonger(unit, capOf)) return { unit, capped: [] };
  const capped: Capped[] = [];
  const shown = (text: string, toolName: string | undefined, callId: string | undefined): string => {
    const cap = capOf(toolName);
    const cut = capText(text, cap.chars, cap.hasResultTool ? callId : undefined);
    if (cut !== text) capped.push({ entryIds: unit.entryIds, chars: text.length, shownChars: cut.length });
    return cut;
  };
  const messages = unit.messages.map((message): Message => {
    if (message.role === "assistant") return message;
    if (message.role === "tool") {
      return {
        role: "tool",
        content: message.content.map((block) => ({ ...block, text: shown(block.text, block.name, block.callId) })),
      };
    }
    return {
      role: "user",
      content: message.content.map((block) => {
        return block.type === "text" ? { ...block, text: shown(block.text, undefined, undefined) } : block;
      }),
    };
  });
  return { unit: { ...unit, messages }, capped };
}

/** Most units are short: nothing is made anew for them. */
function isAnyLonger(unit: Unit, capOf: (toolName: string | undefined) => Cap): boolean {
  for (const message of unit.messages) {
    if (message.role === "assistant") continue;
    for (const block of message.content) {
      const toolName = block.type === "tool-result" ? block.name : undefined;
      if (block.type !== "image" && block.text.length > capOf(toolName).chars) return true;
    }
  }
  return false;
}

/** At most `chars` characters: the beginning, a word on what is left out, and the end. Whole characters only. */
function capText(text: string, chars: number, callId?: string): string {
  if (text.length <= chars) return text;
  const way = callId === undefined ? "" : `; ${RESULT_TOOL} reads it, tool_call_id ${callId}`;
  const mark = `\n[… the middle of these ${text.length} characters is left out here${way} …]\n`;
  const room = Math.max(0, chars - mark.length);
  const head = headOf(text, Math.floor(room * COMPACTION_LIMITS.cappedHeadShare));
  return `${head}${mark}${tailOf(text, room - head.length)}`;
}
