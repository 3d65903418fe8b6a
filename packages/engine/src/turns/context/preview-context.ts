import type { BundleResult } from "@cadre/core";
import type { Actor } from "@cadre/domain";
import { type Scenario, SCENARIOS } from "@cadre/harness";
import { Fault } from "@cadre/shared";
import { selectTools } from "@cadre/tool-selector";
import { realpath } from "node:fs/promises";
import type { EngineDeps } from "../../engine-deps.ts";
import { loadSession } from "../../sessions/load-session.ts";
import { chosenModel } from "../../settings/resolve-targets.ts";
import { createAgentTools } from "../../tool-catalog.ts";
import { peekFrozenFacts } from "../facts/frozen-facts.ts";
import { workFolder } from "../workspaces/turn-folders.ts";
import { agentSettings } from "./agent-settings.ts";
import { assembleContext, type ModelName, NO_MODEL } from "./assemble-context.ts";
import { createModelCounters } from "./model-counters.ts";
import { newestCall } from "./newest-call.ts";

type Deps = Pick<EngineDeps, "database" | "now" | "dataFolder">;

/** What a session's next call would send, and the model it would go to. */
export type PreviewedContext = {
  readonly model: ModelName | null;
  readonly result: BundleResult;
  /** The clock that the prompt is written for. */
  readonly timeZone: string;
};

const TOOLS = createAgentTools();
/**
 * What would be sent if the session's agent went on now: built by the code of the step, with nothing written. The model is the one that
 * was chosen in the settings, else the one that the session called last. Faults: `session.not-found`, `session.not-begun`.
 */
export async function previewContext(
  deps: Deps,
  actor: Actor,
  input: { readonly sessionId: string },
): Promise<PreviewedContext> {
  const session = await readSession(deps, actor, input.sessionId);
  const scenario = scenarioOfSession(session);
  const tools = selectTools(TOOLS, { whitelist: scenario.tools }).offered;
  const frozen = await peekFrozenFacts(deps, {
    ...session,
    tools: tools.map(({ name, category }) => ({ name, category })),
  });
  if (frozen === undefined) throw notBegun(session.sessionId);
  const last = await newestCall(deps, session.sessionId);
  const model = (await chosenModel(deps, session.agentId)) ?? last;
  const parts = {
    ...session,
    scenario,
    tools,
    frozen,
    workspace: await realFolder(workFolder(deps.dataFolder, session)),
    compaction: await agentSettings(deps, session.agentId),
  };
  const counter = await createModelCounters(deps).of(session.organizationId, model ?? NO_MODEL);
  const result = await assembleContext(deps, parts, async () => ({
    entries: await loadSession(deps, { id: session.sessionId, organizationId: session.organizationId }),
    model,
    counter,
    previous: last?.receipt,
  }));
  const { timeZone } = frozen.organization;
  return { model: model === undefined ? null : { provider: model.provider, model: model.model }, result, timeZone };
}

type SessionRow = {
  readonly sessionId: string;
  readonly organizationId: string;
  readonly agentId: string;
  readonly sessionKind: string;
  readonly taskId: string | undefined;
  /** Of the run that wrote last. */
  readonly kind: string;
  readonly scenario: string;
  readonly submitId: string | undefined;
};

type Nullable<T> = { readonly [Key in keyof T]: Exclude<T[Key], undefined> | null };

/** The session with the run that wrote in it last: another would go on as that one did. */
const SESSION = `select s.id as session_id, s.organization_id, s.agent_id, s.kind as session_kind, s.task_id,
    r.kind, r.scenario, i.payload::jsonb ->> 'submitId' as submit_id
  from sessions s
  left join lateral (
    select e.run_id from session_entries e where e.session_id = s.id and e.run_id is not null order by e.seq desc limit 1
  ) newest on true
  left join runs r on r.id = newest.run_id
  left join mailbox_items i on i.id = r.item_id
  where s.id = $1 and s.organization_id = $2 and s.deleted_at is null`;

async function readSession(deps: Deps, actor: Actor, sessionId: string): Promise<SessionRow> {
  const [row] = await deps.database.query<Nullable<SessionRow>>(SESSION, [sessionId, actor.organizationId]);
  if (row === undefined) {
    throw new Fault("not-found", "session.not-found", { message: `There is no session ${sessionId}.` });
  }
  const { organizationId, agentId, sessionKind } = row;
  if (organizationId === null || agentId === null || sessionKind === null) throw notBegun(sessionId);
  return {
    sessionId,
    organizationId,
    agentId,
    sessionKind,
    taskId: row.taskId ?? undefined,
    kind: row.kind ?? "",
    scenario: row.scenario ?? sessionKind,
    submitId: row.submitId ?? undefined,
  };
}

function scenarioOfSession({ sessionId, scenario }: SessionRow): Scenario {
  const known = SCENARIOS.find(({ name }) => name === scenario);
  if (known === undefined) throw notBegun(sessionId);
  return known;
}

function notBegun(sessionId: string): Fault {
  return new Fault("conflict", "session.not-begun", {
    message: `No agent has worked in session ${sessionId} yet, so its prompt is not known. It is made when the first turn opens.`,
  });
}

/** Links resolved where the folder is on this machine. */
async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    return folder;
  }
}
