import { defineProvider } from "../../provider.ts";
import { createAnthropicProvider } from "./anthropic-provider.ts";

export const anthropic = defineProvider({
  name: "anthropic",
  label: "Anthropic",
  isSimulated: false,
  keyVariables: ["ANTHROPIC_API_KEY"],
  baseUrlVariable: "ANTHROPIC_BASE_URL",
  create: (deps) =>
    createAnthropicProvider(deps, {
      name: "anthropic",
      isSimulated: false,
      defaultBaseUrl: "https://api.anthropic.com",
    }),
});
