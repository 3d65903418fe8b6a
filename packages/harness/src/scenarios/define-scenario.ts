/** How a turn of this scenario ends well. */
export type TurnEnd = "submit" | "reply";

/** One situation of an agent: its instructions, its tools and its limits, in one place. */
export type Scenario = {
  readonly name: string;
  /** Stands last in tier 2. Written for the agent, with its output-visibility paragraph. */
  readonly text: string;
  /** Names of tools it may use; undefined allows all that are registered. */
  readonly tools: readonly string[] | undefined;
  /** Steps after which the turn is ended; undefined means no cap (M115). */
  readonly maxSteps: number | undefined;
  /** Tool calls of one reply run side by side (M113). */
  readonly runsCallsInParallel: boolean;
  /** Task board, deliverables and chat list are left out of the prompt (M57). */
  readonly isLightweight: boolean;
  readonly endsBy: TurnEnd;
  /** Steps between reminders to submit, and between reflection checkpoints (M119). */
  readonly reminders: { readonly submitEverySteps: number; readonly reflectEverySteps: number } | undefined;
  readonly retry: "turn" | "heartbeat";
};

export function defineScenario(scenario: Scenario): Scenario {
  return scenario;
}
