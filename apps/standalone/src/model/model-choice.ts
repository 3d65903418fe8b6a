/** Providers that a machine may be told to use. */
export const MACHINE_PROVIDERS = ["simulated", "anthropic", "openai", "openai-compatible"] as const;
export type MachineProvider = (typeof MACHINE_PROVIDERS)[number];

/** What is known about models when a machine starts. */
export type ModelFacts = {
  readonly configured: MachineProvider | undefined;
  readonly hasAnthropicKey: boolean;
  /** What a person answered when asked whether the key may be used; `undefined` when nobody was asked. */
  readonly mayUseKey: boolean | undefined;
};

export type ModelChoice = {
  readonly provider: MachineProvider;
  readonly reason: string;
};

/**
 * Which provider a start uses, and why, in the order: configuration, a key in the environment that a person allowed, the
 * simulated worker. A key alone is never used without being asked for, since it costs money.
 */
export function chooseModel(facts: ModelFacts): ModelChoice {
  if (facts.configured !== undefined) {
    return { provider: facts.configured, reason: "CADRE_MODEL_PROVIDER says so" };
  }
  if (!facts.hasAnthropicKey) return simulated("no model is configured and no key is in the environment");
  if (facts.mayUseKey === true) return { provider: "anthropic", reason: "ANTHROPIC_API_KEY is set and you allowed it" };
  if (facts.mayUseKey === false) return simulated("ANTHROPIC_API_KEY is set, but you said not to use it");
  return simulated(
    "ANTHROPIC_API_KEY is set, but nobody could be asked; set CADRE_MODEL_PROVIDER=anthropic to use it (costs money)",
  );
}

function simulated(reason: string): ModelChoice {
  return { provider: "simulated", reason };
}
