import { defineProvider } from "../../provider.ts";
import { createAnthropicProvider } from "./anthropic-provider.ts";

export const anthropic = defineProvider({
  name: "anthropic",
  label: "Anthropic",
  isSimulated: false,
  needsKey: true,
  needsBaseUrl: false,
  defaultModel: "claude-sonnet-5-5",
  keyVariables: ["ANTHROPIC_API_KEY"],
  baseUrlVariable: "ANTHROPIC_BASE_URL",
  create: (deps) =>
    createAnthropicProvider(deps, {
      name: "anthropic",
      isSimulated: false,
      defaultBaseUrl: "https://api.anthropic.com",
    }),
});
