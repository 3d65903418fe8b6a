import { type AssistantMessage, type Message, type ToolMessage, type ToolSpec, type UserMessage } from "@cadre/domain";
import { assertNever, canonicalJson, MODEL_LIMITS, PROMPT_LIMITS } from "@cadre/shared";

/** Counts the tokens of a text; exact where a tokenizer is known, else an estimate. */
export type TokenCounter = (text: string) => number;

const NOT_ASCII = /[\u0080-\uFFFF]/;
const CJK = /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF]+/g;
const OTHER_SCRIPTS = /[\u0080-\u2E7F\uA000-\uABFF\uD800-\uDFFF\uFB00-\uFEFF]+/g;
/** Unbroken runs; with digits in them they are base64, hex or UUIDs, which tokenizers cut very short. */
const LONG_RUN = /[\w+/=-]{24,}/g;
const TWO_DIGITS = /\d\D*\d/;

/**
 * Tokens of a text without a tokenizer: never fewer than ⌈chars / 3.5⌉, and more where that rule counts too few — Chinese, Japanese
 * and Korean, other scripts, and dense runs (performance 1a). Facts M9, M10.
 */
export function estimateTokens(text: string): number {
  return Math.max(estimateByScript(text), Math.ceil(text.length / MODEL_LIMITS.charsPerTokenFallback));
}

/** The estimate by script alone, which a calibration corrects: prose counts about as it is, not for the worst case. */
export function estimateByScript(text: string): number {
  const isAscii = !NOT_ASCII.test(text);
  const cjk = isAscii ? 0 : matchedChars(text, CJK);
  const other = isAscii ? 0 : matchedChars(text, OTHER_SCRIPTS);
  const dense = matchedChars(text, LONG_RUN, (run) => TWO_DIGITS.test(run));
  return Math.ceil(
    cjk / PROMPT_LIMITS.cjkCharsPerToken +
      other / PROMPT_LIMITS.otherScriptCharsPerToken +
      dense / PROMPT_LIMITS.denseCharsPerToken +
      (text.length - cjk - other - dense) / PROMPT_LIMITS.plainCharsPerToken,
  );
}

function matchedChars(text: string, pattern: RegExp, isCounted: (run: string) => boolean = () => true): number {
  let chars = 0;
  for (const [run] of text.matchAll(pattern)) if (isCounted(run)) chars += run.length;
  return chars;
}

export function messageTokens(message: Message, count: TokenCounter): number {
  let tokens: number = PROMPT_LIMITS.messageOverheadTokens;
  for (const block of message.content) tokens += blockTokens(block, count);
  return tokens;
}

type AnyBlock = (UserMessage | AssistantMessage | ToolMessage)["content"][number];

export function blockTokens(block: AnyBlock, count: TokenCounter): number {
  switch (block.type) {
    case "text":
    case "thinking":
      return count(block.text);
    case "image":
      return PROMPT_LIMITS.imageTokens;
    case "tool-call":
      return count(block.callId) + count(block.name) + count(canonicalJson(block.args));
    case "tool-result":
      return count(block.callId) + count(block.text);
    default:
      return assertNever(block);
  }
}

export function toolTokens(tools: readonly ToolSpec[], count: TokenCounter): number {
  return tools.length === 0 ? 0 : count(canonicalJson(tools));
}
