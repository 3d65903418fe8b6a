import type { AssistantMessage, ModelFailure, ModelRequest, StopReason, ToolCallBlock } from "@cadre/domain";
import type { ModelProvider } from "@cadre/llm-router";

/** One answer of the script: a reply, or a failure of the call. */
export type ScriptedAnswer =
  | { readonly content: AssistantMessage["content"]; readonly stopReason?: StopReason }
  | { readonly failure: ModelFailure };

export type ScriptedModel = {
  readonly provider: ModelProvider;
  /** What was sent, oldest first. */
  readonly requests: ModelRequest[];
  /** Adds answers; a call without one left is a mistake of the test and fails as such. */
  answer(...answers: readonly ScriptedAnswer[]): void;
};

const USAGE = {
  inputTokens: 100,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  cacheWriteHourTokens: 0,
  outputTokens: 10,
  thinkingTokens: 0,
};

/** A model that says what the test wrote down, one answer per call, whoever calls. */
export function scriptedModel(...script: readonly ScriptedAnswer[]): ScriptedModel {
  const answers = [...script];
  const model = respondingModel((_request, nth) => {
    const answer = answers.shift();
    if (answer === undefined) throw new Error(`The script has no answer to call ${nth}.`);
    return answer;
  });
  return { ...model, answer: (...more) => void answers.push(...more) };
}

/** A model that answers what it is asked. `nth` counts calls from 1; `inputTokens` is what it reports of each. */
export function respondingModel(
  answerOf: (request: ModelRequest, nth: number) => ScriptedAnswer | Promise<ScriptedAnswer>,
  inputTokensOf: (request: ModelRequest) => number = () => USAGE.inputTokens,
): Pick<ScriptedModel, "provider" | "requests"> {
  const requests: ModelRequest[] = [];
  return {
    requests,
    provider: {
      name: "scripted",
      isSimulated: true,
      async *stream(request) {
        requests.push(request);
        const answer = await answerOf(request, requests.length);
        if ("failure" in answer) {
          yield { type: "failed", failure: answer.failure, usage: { ...USAGE, inputTokens: 0, outputTokens: 0 } };
          return;
        }
        const hasCalls = answer.content.some((block) => block.type === "tool-call");
        yield {
          type: "end",
          reply: {
            model: request.model,
            message: { role: "assistant", content: answer.content },
            stopReason: answer.stopReason ?? (hasCalls ? "tool-use" : "end"),
            usage: { ...USAGE, inputTokens: inputTokensOf(request) },
            requestId: `req_${requests.length}`,
            isSimulated: true,
          },
        };
      },
    },
  };
}

let callNumber = 0;

/** A reply that calls tools: pairs of a name and its arguments. */
export function callsOf(...calls: readonly (readonly [string, Record<string, unknown>])[]): ScriptedAnswer {
  return {
    content: calls.map(([name, args]): ToolCallBlock => ({
      type: "tool-call",
      callId: `call_${(callNumber += 1)}`,
      name,
      args,
    })),
  };
}

/** A reply of words only. */
export function says(text: string): ScriptedAnswer {
  return { content: [{ type: "text", text }] };
}
