import type { ColleagueFacts, EnvironmentFacts, PersonFacts, PromptFacts, TeamFacts } from "@cadre/core";
import { AgentSettings } from "@cadre/domain";
import { canonicalJson } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { newestText } from "../../revisions/record-document.ts";

/** What tiers 1 and 2 and the tool list are made of. It stays the same while an epoch of the session lasts (I12). */
export type FrozenFacts = Pick<
  PromptFacts,
  | "agent"
  | "organization"
  | "harnessIntroduction"
  | "tools"
  | "team"
  | "colleagues"
  | "people"
  | "home"
  | "trustLevel"
  | "environment"
>;

export type FrozenInput = {
  readonly organizationId: string;
  readonly agentId: string;
  readonly sessionId: string;
  readonly tools: FrozenFacts["tools"];
  readonly home: string;
  readonly environment: EnvironmentFacts;
};

/** The machine is not known before an executor has frozen it. */
type FreshInput = Omit<FrozenInput, "environment"> & Pick<FrozenFacts, "environment">;

type EpochRow = { readonly epoch: number; readonly facts: string | null };

/** The facts of the session's present epoch: taken once, by whoever asks first, and read back from their stored bytes. */
export async function frozenFacts(deps: Pick<EngineDeps, "database">, input: FrozenInput): Promise<FrozenFacts> {
  const known = await readEpoch(deps, input.sessionId);
  if (known.facts !== null) return parseFacts(known.facts);
  const fresh = canonicalJson(await gatherFacts(deps, input));
  const written = await deps.database.query(
    `insert into session_epochs (session_id, epoch, organization_id, facts) values ($1, $2, $3, $4)
     on conflict do nothing returning 1`,
    [input.sessionId, known.epoch, input.organizationId, fresh],
  );
  // Read back from its text, as every later step does; whoever was first decides.
  if (written.length > 0) return parseFacts(fresh);
  const stored = await readEpoch(deps, input.sessionId);
  return parseFacts(stored.facts ?? fresh);
}

/**
 * The facts that the session's next call would have, without freezing them. What only an executor knows, the home and its machine, is
 * that of the newest epoch that has been frozen. Undefined before the first.
 */
export async function peekFrozenFacts(
  deps: Pick<EngineDeps, "database">,
  input: Pick<FrozenInput, "organizationId" | "agentId" | "sessionId" | "tools">,
): Promise<FrozenFacts | undefined> {
  const known = await readEpoch(deps, input.sessionId);
  if (known.facts !== null) return parseFacts(known.facts);
  const [newest] = await deps.database.query<{ facts: string }>(
    "select facts from session_epochs where session_id = $1 order by epoch desc limit 1",
    [input.sessionId],
  );
  if (newest === undefined) return undefined;
  const { home, environment } = parseFacts(newest.facts);
  return parseFacts(canonicalJson(await gatherFacts(deps, { ...input, home, environment })));
}

async function readEpoch(deps: Pick<EngineDeps, "database">, sessionId: string): Promise<EpochRow> {
  const rows = await deps.database.query<EpochRow>(
    `select s.epoch, e.facts from sessions s
     left join session_epochs e on e.session_id = s.id and e.epoch = s.epoch where s.id = $1`,
    [sessionId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`Session ${sessionId} does not exist.`);
  return row;
}

/** A parse boundary: only this file writes these texts. */
function parseFacts(text: string): FrozenFacts {
  return JSON.parse(text) as FrozenFacts;
}

type Colleague = Omit<ColleagueFacts, "skills"> & { readonly skills: string };
type Person = Omit<PersonFacts, "profile"> & { readonly profile: string };

type GatheredRow = {
  readonly id: string;
  readonly name: string;
  readonly position: "manager" | "worker";
  readonly roleText: string;
  readonly skills: string;
  readonly settings: string;
  readonly managerName: string | null;
  readonly organizationName: string;
  readonly timeZone: string;
  readonly contextText: string;
  readonly policiesText: string;
  readonly environmentText: string | null;
  readonly introductionText: string | null;
  readonly teamName: string | null;
  readonly teamManagerName: string | null;
  readonly memberNames: readonly string[];
  readonly announcementsText: string | null;
  readonly normsText: string | null;
  readonly harnessIntroduction: string | null;
  readonly colleagues: readonly Colleague[] | null;
  readonly people: readonly Person[] | null;
};

/** All of it in one statement: texts, settings, and who works here. */
const GATHERED = `
  select a.id, a.name, a.position, a.role_text, a.skills, a.settings, m.name as manager_name,
    o.name as organization_name, o.time_zone, o.context_text, o.policies_text,
    ${newestText("environment", { organization: "o.id", id: "o.id" })} as environment_text,
    ${newestText("introduction", { organization: "o.id", id: "a.id" })} as introduction_text,
    t.name as team_name, t.announcements_text, t.norms_text, s.harness_introduction, l.name as team_manager_name,
    array(select member.name from agents member where member.team_id = t.id and member.deleted_at is null
      order by member.created_at, member.id) as member_names,
    (select json_agg(json_build_object('id', c.id, 'name', c.name, 'position', c.position, 'skills', c.skills)
        order by c.created_at, c.id)
      from agents c where c.organization_id = o.id and c.id <> a.id and c.deleted_at is null) as colleagues,
    (select json_agg(json_build_object('id', p.id, 'name', p.name, 'role', ms.role, 'profile', ms.profile_text)
        order by ms.created_at, p.id)
      from memberships ms join people p on p.id = ms.person_id where ms.organization_id = o.id) as people
  from agents a join organizations o on o.id = a.organization_id
  left join agents m on m.id = a.manager_id left join teams t on t.id = a.team_id
  left join agents l on l.id = t.manager_agent_id
  join sessions s on s.id = $2
  where a.id = $1`;

async function gatherFacts(deps: Pick<EngineDeps, "database">, input: FreshInput): Promise<FrozenFacts> {
  const [row] = await deps.database.query<GatheredRow>(GATHERED, [input.agentId, input.sessionId]);
  if (row === undefined) throw new Error(`Agent ${input.agentId} does not exist.`);
  return {
    agent: {
      id: row.id,
      name: row.name,
      position: row.position,
      roleText: row.roleText,
      skills: skillsOf(row.skills),
      managerName: row.managerName ?? undefined,
    },
    organization: {
      name: row.organizationName,
      timeZone: row.timeZone,
      context: textOrNothing(row.contextText),
      policies: textOrNothing(row.policiesText),
    },
    harnessIntroduction: textOrNothing(row.harnessIntroduction) ?? textOrNothing(row.introductionText),
    tools: input.tools,
    team: teamOf(row),
    colleagues: (row.colleagues ?? []).map((colleague) => ({ ...colleague, skills: skillsOf(colleague.skills) })),
    people: (row.people ?? []).map((person) => ({ ...person, profile: textOrNothing(person.profile) })),
    home: input.home,
    trustLevel: AgentSettings.parse(JSON.parse(row.settings)).trustLevel ?? undefined,
    environment: input.environment && { ...input.environment, notes: textOrNothing(row.environmentText) },
  };
}

function teamOf(row: GatheredRow): TeamFacts | undefined {
  if (row.teamName === null) return undefined;
  return {
    name: row.teamName,
    managerName: row.teamManagerName ?? undefined,
    memberNames: row.memberNames,
    announcements: textOrNothing(row.announcementsText),
    norms: textOrNothing(row.normsText),
  };
}

function skillsOf(text: string): string[] {
  return JSON.parse(text) as string[];
}

function textOrNothing(text: string | null): string | undefined {
  return text === null || text.trim() === "" ? undefined : text;
}
