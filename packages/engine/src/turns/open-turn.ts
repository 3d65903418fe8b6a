import type { AgentSettings } from "@cadre/domain";
import { type Scenario, scenarioOf } from "@cadre/harness";
import { type PathRoots, selectTools, type ToolSelection } from "@cadre/tool-selector";
import { type StandingMatch, standingApprovalsOf } from "../approvals/list-standing-approvals.ts";
import type { EngineToolContext } from "../engine-tool-context.ts";
import { actorOf } from "../claim.ts";
import type { ClaimedRun } from "../runs/claimed-run.ts";
import { fenced } from "../runs/fenced.ts";
import { recoverCalls } from "../runs/recover-calls.ts";
import { agentSettings } from "./context/agent-settings.ts";
import { type FrozenFacts, frozenFacts } from "./facts/frozen-facts.ts";
import { openSession, readItem, resumeNote, type SessionNote, submitOf } from "./open-session.ts";
import type { TurnDeps } from "./turn-deps.ts";
import { openFolders } from "./workspaces/turn-folders.ts";

/** Everything that stays the same while one attempt works on one item. */
export type Turn = {
  readonly claim: ClaimedRun;
  readonly scenario: Scenario;
  readonly sessionId: string;
  readonly roots: PathRoots;
  readonly tools: ToolSelection<EngineToolContext>;
  readonly frozen: FrozenFacts;
  /** What an admin set on the agent. */
  readonly settings: AgentSettings;
  /** Exact actions of the task's project that a person approved once and for all. */
  readonly isStandingApproved: StandingMatch;
};

/** Prepares an attempt: folders, session, what an earlier attempt left behind, frozen facts. Every write is fenced. */
export async function openTurn(deps: TurnDeps, claim: ClaimedRun): Promise<Turn> {
  const scenario = scenarioOf(claim.scenario);
  const item = await readItem(deps, claim);
  const roots = await openFolders(deps, claim, submitOf(item));
  const sessionId = await openSession(deps, claim, { item, workspace: roots.workspace });
  const { unknown } = await recoverCalls(deps, claim, sessionId);
  const unknownCalls = unknown.map((call) => ({ name: call.name, what: call.args }));
  const note = await resumeNote(deps, claim, { item, sessionId, unknownCalls });
  if (note !== undefined) await appendNoteOnce(deps, claim, { sessionId, note });
  const tools = selectTools(deps.tools, { whitelist: scenario.tools });
  const frozen = await frozenFacts(deps, {
    organizationId: claim.organizationId,
    agentId: claim.agentId,
    sessionId,
    tools: tools.offered.map(({ name, category }) => ({ name, category })),
    home: roots.home,
    environment: deps.environment,
  });
  return {
    claim,
    scenario,
    sessionId,
    roots,
    tools,
    frozen,
    settings: { ...(await agentSettings(deps, claim.agentId)), ...deps.compaction },
    isStandingApproved: await readStanding(deps, claim),
  };
}

/** Appends a note of the engine unless its topic stands in the session already. */
async function appendNoteOnce(
  deps: TurnDeps,
  claim: ClaimedRun,
  { sessionId, note }: { readonly sessionId: string; readonly note: SessionNote },
): Promise<void> {
  await fenced(deps, claim, async (tx) => {
    const known = await tx.unit.first(
      `select 1 from session_entries where session_id = $1 and kind = 'note' and payload::jsonb ->> 'topic' = $2 limit 1`,
      [sessionId, note.topic],
    );
    if (known !== undefined) return;
    const origin = { runId: claim.runId, fence: claim.fence, step: claim.step };
    const { topic, text } = note;
    const targetId = await tx.sessions.append(sessionId, { kind: "note", v: 1, topic, text }, origin);
    if (note.isPinned === true)
      await tx.sessions.append(sessionId, { kind: "pin", v: 1, targetId, isPinned: true }, origin);
  });
}

async function readStanding(deps: TurnDeps, claim: ClaimedRun): Promise<StandingMatch> {
  if (claim.taskId === undefined) return () => false;
  const rows = await deps.database.query<{ projectId: string }>("select project_id from tasks where id = $1", [
    claim.taskId,
  ]);
  const projectId = rows[0]?.projectId;
  return projectId === undefined ? () => false : standingApprovalsOf(deps, actorOf(claim), projectId);
}
