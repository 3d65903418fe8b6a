import { createProviderSimulator } from "@cadre/simulator";
import { systemNow } from "@cadre/shared";
import type { StandaloneEnv } from "../env.ts";
import { askAboutKey } from "./ask-about-key.ts";
import { chooseModel } from "./model-choice.ts";

/** Keys of an environment, taken away from processes that need none. */
export const NO_KEYS = { ANTHROPIC_API_KEY: "", OPENAI_API_KEY: "", OPENAI_COMPATIBLE_API_KEY: "" } as const;

export type OpenModel = {
  /** What the worker must know to reach the model. */
  readonly environment: Readonly<Record<string, string>>;
  readonly reason: string;
  close(): Promise<void>;
};

/** Decides which model this start uses, asking a person when a key could be used, and starts the simulator if it is that. */
export async function openModel(env: StandaloneEnv, signal: AbortSignal): Promise<OpenModel> {
  const hasAnthropicKey = env.anthropicKey !== undefined;
  const mayAsk = hasAnthropicKey && env.modelProvider === undefined;
  const choice = chooseModel({
    configured: env.modelProvider,
    hasAnthropicKey,
    mayUseKey: mayAsk ? await askAboutKey(env.home, signal) : undefined,
  });
  if (choice.provider !== "simulated") {
    const environment = { CADRE_MODEL_PROVIDER: choice.provider };
    return { environment, reason: choice.reason, close: async () => undefined };
  }
  const simulator = createProviderSimulator({ now: systemNow, pace: env.simulatedPaceMs });
  const url = await simulator.listen();
  return {
    environment: { CADRE_MODEL_PROVIDER: "simulated", CADRE_SIMULATOR_URL: url, ...NO_KEYS },
    reason: choice.reason,
    close: () => simulator.close(),
  };
}
