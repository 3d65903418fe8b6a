import { defineProvider } from "../../provider.ts";
import { createOpenAiProvider } from "./openai-provider.ts";
import { ResponsesReplyBuilder } from "./responses-reply.ts";
import { toResponseParams } from "./responses-request.ts";
import type { OpenAiDialect } from "./wire-dialect.ts";

const responses: OpenAiDialect = {
  open: (client, { request, catalogue, signal }) =>
    client.responses.create(toResponseParams(request, catalogue), { signal }).asResponse(),
  createBuilder: (request) => new ResponsesReplyBuilder(request),
};

/** The vendor's own API, by its Responses dialect: newer models take tools there only. */
export const openai = defineProvider({
  name: "openai",
  label: "OpenAI",
  isSimulated: false,
  needsKey: true,
  needsBaseUrl: false,
  defaultModel: "gpt-6.2-sol",
  keyVariables: ["OPENAI_API_KEY"],
  baseUrlVariable: "OPENAI_BASE_URL",
  create: (deps) =>
    createOpenAiProvider(deps, {
      name: "openai",
      defaultBaseUrl: "https://api.openai.com/v1",
      dialect: responses,
    }),
});
