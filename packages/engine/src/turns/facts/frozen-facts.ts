import type {
  AgentFacts,
  ColleagueFacts,
  EnvironmentFacts,
  OrganizationFacts,
  PersonFacts,
  PromptFacts,
  TeamFacts,
} from "@cadre/core";
import { canonicalJson } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";

/** What tiers 1 and 2 and the tool list are made of. It stays the same while an epoch of the session lasts (I12). */
export type FrozenFacts = Pick<
  PromptFacts,
  "agent" | "organization" | "harnessIntroduction" | "tools" | "team" | "colleagues" | "people" | "home" | "environment"
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
  await deps.database.query(
    `insert into session_epochs (session_id, epoch, organization_id, facts) values ($1, $2, $3, $4) on conflict do nothing`,
    [input.sessionId, known.epoch, input.organizationId, fresh],
  );
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

async function gatherFacts(deps: Pick<EngineDeps, "database">, input: FreshInput): Promise<FrozenFacts> {
  const { agent, organization, team, harnessIntroduction } = await readAgent(deps, input);
  return {
    agent,
    organization,
    harnessIntroduction,
    tools: input.tools,
    team,
    colleagues: await readColleagues(deps, input),
    people: await readPeople(deps, input),
    home: input.home,
    environment: input.environment,
  };
}

type AgentRow = {
  readonly id: string;
  readonly name: string;
  readonly position: "manager" | "worker";
  readonly roleText: string;
  readonly skills: string;
  readonly managerName: string | null;
  readonly organizationName: string;
  readonly timeZone: string;
  readonly contextText: string;
  readonly policiesText: string;
  readonly teamName: string | null;
  readonly teamManagerName: string | null;
  readonly memberNames: readonly string[];
  readonly announcementsText: string | null;
  readonly normsText: string | null;
  readonly harnessIntroduction: string | null;
};

type AgentPart = {
  readonly agent: AgentFacts;
  readonly organization: OrganizationFacts;
  readonly team: TeamFacts | undefined;
  readonly harnessIntroduction: string | undefined;
};

async function readAgent(deps: Pick<EngineDeps, "database">, input: FreshInput): Promise<AgentPart> {
  const rows = await deps.database.query<AgentRow>(
    `select a.id, a.name, a.position, a.role_text, a.skills, m.name as manager_name,
       o.name as organization_name, o.time_zone, o.context_text, o.policies_text,
       t.name as team_name, t.announcements_text, t.norms_text, s.harness_introduction, l.name as team_manager_name,
       array(select member.name from agents member where member.team_id = t.id and member.deleted_at is null
         order by member.created_at, member.id) as member_names
     from agents a join organizations o on o.id = a.organization_id
     left join agents m on m.id = a.manager_id left join teams t on t.id = a.team_id
     left join agents l on l.id = t.manager_agent_id
     join sessions s on s.id = $2
     where a.id = $1`,
    [input.agentId, input.sessionId],
  );
  const row = rows[0];
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
    team:
      row.teamName === null
        ? undefined
        : {
            name: row.teamName,
            managerName: row.teamManagerName ?? undefined,
            memberNames: row.memberNames,
            announcements: textOrNothing(row.announcementsText),
            norms: textOrNothing(row.normsText),
          },
    harnessIntroduction: row.harnessIntroduction ?? undefined,
  };
}

type ColleagueRow = Omit<ColleagueFacts, "skills"> & { readonly skills: string };

async function readColleagues(deps: Pick<EngineDeps, "database">, input: FreshInput): Promise<ColleagueFacts[]> {
  const rows = await deps.database.query<ColleagueRow>(
    `select id, name, position, skills from agents
     where organization_id = $1 and id <> $2 and deleted_at is null order by created_at, id`,
    [input.organizationId, input.agentId],
  );
  return rows.map((row) => ({ ...row, skills: skillsOf(row.skills) }));
}

async function readPeople(deps: Pick<EngineDeps, "database">, input: FreshInput): Promise<PersonFacts[]> {
  const rows = await deps.database.query<PersonFacts>(
    `select p.id, p.name, m.role, nullif(m.profile_text, '') as profile
     from memberships m join people p on p.id = m.person_id
     where m.organization_id = $1 order by m.created_at, p.id`,
    [input.organizationId],
  );
  return rows.map(({ id, name, role, profile }) => ({ id, name, role, profile: profile ?? undefined }));
}

function skillsOf(text: string): string[] {
  return JSON.parse(text) as string[];
}

function textOrNothing(text: string | null): string | undefined {
  return text === null || text.trim() === "" ? undefined : text;
}
