import { MODEL_LIMITS } from "@cadre/shared";

export type Complexity = "simple" | "moderate" | "complex";

type CallShape = { readonly tools: number; readonly chars: number; readonly messages: number };

const COMPLEX_ABOVE: CallShape = {
  tools: MODEL_LIMITS.complexAboveTools,
  chars: MODEL_LIMITS.complexAboveChars,
  messages: MODEL_LIMITS.complexAboveMessages,
};
const MODERATE_ABOVE: CallShape = {
  tools: MODEL_LIMITS.moderateAboveTools,
  chars: MODEL_LIMITS.moderateAboveChars,
  messages: MODEL_LIMITS.moderateAboveMessages,
};

/** How demanding a call is, from the number of offered tools, characters of text and messages. */
export function complexityOf(call: CallShape): Complexity {
  if (passesAny(call, COMPLEX_ABOVE)) return "complex";
  return passesAny(call, MODERATE_ABOVE) ? "moderate" : "simple";
}

function passesAny(call: CallShape, bound: CallShape): boolean {
  return call.tools > bound.tools || call.chars > bound.chars || call.messages > bound.messages;
}
