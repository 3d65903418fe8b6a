import { defineProvider } from "../../provider.ts";
import { createAnthropicProvider } from "../anthropic/anthropic-provider.ts";

/** The scripted stand-in: the real adapter against the local simulator, so that only the model is make-believe. */
export const simulated = defineProvider({
  name: "simulated",
  label: "Simulated (scripted stand-in, no model)",
  isSimulated: true,
  needsKey: false,
  needsBaseUrl: true,
  defaultModel: "simulated-worker-1",
  keyVariables: [],
  baseUrlVariable: "CADRE_SIMULATOR_URL",
  create: (deps) =>
    createAnthropicProvider(deps, {
      name: "simulated",
      isSimulated: true,
      // Nothing listens there: whoever starts the simulator passes its address with the credentials.
      defaultBaseUrl: "http://127.0.0.1:9",
    }),
});
