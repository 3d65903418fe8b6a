import { type Actor, type Agent, type AgentConfiguration, type AgentRevision, requireRole } from "@cadre/domain";
import { canonicalJson, storableText } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Page, PageRequest } from "../page.ts";
import { requireVersion } from "../require-version.ts";
import { findRevision, pageOfStates } from "../revisions/revision-rows.ts";
import { CONFIGURATION, configurationOf, configurationText, recordConfiguration } from "./agent-configuration.ts";
import { storedSchedule } from "./agent-place.ts";
import { type AgentRow, lockAgent, missingAgent, readAgent } from "./agent-row.ts";
import type { Transaction } from "../transaction.ts";
import { writeAgent } from "./update-agent.ts";

/** How an agent was set up, newest first. Fault: `agent.not-found`. */
export async function listAgentRevisions(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  { agentId, ...request }: PageRequest & { readonly agentId: string },
): Promise<Page<AgentRevision>> {
  const agents = await deps.database.query(
    "select 1 from agents where id = $1 and organization_id = $2 and deleted_at is null",
    [agentId, actor.organizationId],
  );
  if (agents.length === 0) missingAgent(agentId);
  const page = await pageOfStates(deps.database, actor.organizationId, {
    ...request,
    kind: CONFIGURATION,
    ownerId: agentId,
  });
  return {
    ...page,
    data: page.data.map(({ text, chars: _, ...revision }) => ({ ...revision, configuration: configurationOf(text) })),
  };
}

/**
 * Sets an agent up as it was at an earlier revision, apart from its texts. Faults: `access.role-missing`, `agent.not-found`,
 * `agent.stale`, `revision.not-found`, and those of `updateAgent` for a team or manager that is gone.
 */
export async function restoreAgent(
  deps: EngineDeps,
  actor: Actor,
  input: {
    readonly agentId: string;
    readonly version: number;
    readonly number: number;
    readonly reason?: string | undefined;
  },
): Promise<Agent> {
  requireRole(actor, "admin", "change agents");
  return transact(deps, actor, async (tx) => {
    const before = await lockAgent(tx, input.agentId);
    requireVersion("agent", before, input);
    const history = { kind: CONFIGURATION, ownerId: before.id, number: input.number };
    const then = configurationOf((await findRevision(tx.unit, tx.unit.organizationId, history)).text);
    const row = await writeAgent(tx, before, {
      ...then,
      settings: canonicalJson(then.settings),
      schedule: await scheduleThen(tx, before, then),
    });
    const reason = input.reason === undefined || input.reason === "" ? undefined : storableText(input.reason);
    await recordConfiguration(tx, before, { row, reason, restoredFrom: input.number });
    tx.unit.emit({
      type: "agent.updated",
      entity: { kind: "agent", id: before.id },
      payload: { restoredFrom: input.number, version: row.version },
      actor: tx.actor,
    });
    return readAgent(tx, before.id);
  });
}

/** A schedule that comes back is valid from now; one that was not changed goes on. */
async function scheduleThen(
  tx: Transaction,
  before: AgentRow,
  { schedule }: AgentConfiguration,
): Promise<string | null> {
  if (schedule === null) return null;
  const now = configurationOf(configurationText(before)).schedule;
  return canonicalJson(now) === canonicalJson(schedule) ? before.schedule : storedSchedule(tx, schedule);
}
