import { AgentConfiguration, StoredBeatSchedule } from "@cadre/domain";
import { canonicalJson } from "@cadre/shared";
import { recordRevision, type StateChange } from "../revisions/record-revision.ts";
import type { Transaction } from "../transaction.ts";
import type { AgentRow } from "./agent-row.ts";

/** The histories of agents; documents have others. */
export const CONFIGURATION = "configuration";

/** How the agent of the row is set up, as its revisions keep it. */
export function configurationText(row: AgentRow): string {
  const configuration: AgentConfiguration = {
    name: row.name,
    position: row.position,
    teamId: row.teamId,
    managerId: row.managerId,
    skills: JSON.parse(row.skills) as string[],
    settings: JSON.parse(row.settings) as AgentConfiguration["settings"],
    schedule: row.schedule === null ? null : StoredBeatSchedule.parse(JSON.parse(row.schedule)).schedule,
  };
  return canonicalJson(configuration);
}

export function configurationOf(text: string): AgentConfiguration {
  return AgentConfiguration.parse(JSON.parse(text));
}

/** Keeps how an agent is set up now, if it differs from before. */
export async function recordConfiguration(
  tx: Transaction,
  before: AgentRow | undefined,
  { row, ...why }: { readonly row: AgentRow } & Pick<StateChange, "reason" | "restoredFrom">,
): Promise<void> {
  const text = configurationText(row);
  const history = { kind: CONFIGURATION, ownerId: row.id };
  await recordRevision(tx, history, { before: before === undefined ? "" : configurationText(before), text, ...why });
}
