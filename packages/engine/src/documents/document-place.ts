import { type DocumentDefinition, type DocumentKind, type DocumentOwner, DOCUMENTS } from "@cadre/domain";

type OwnerTable = {
  readonly table: string;
  readonly id: string;
  readonly name: string;
  readonly join: string;
  readonly scope: string;
  /** The agent that manages the owner. */
  readonly manager: string;
  /** What a change of the text changes besides. */
  readonly bump: string;
};

const OWNERS: Readonly<Record<DocumentOwner, OwnerTable>> = {
  organization: {
    table: "organizations",
    id: "o.id",
    name: "o.name",
    join: "",
    scope: "o.id = $1",
    manager: "null::text",
    bump: ", version = o.version + 1",
  },
  team: {
    table: "teams",
    id: "o.id",
    name: "o.name",
    join: "",
    scope: "o.organization_id = $1",
    manager: "o.manager_agent_id",
    bump: ", version = o.version + 1",
  },
  agent: {
    table: "agents",
    id: "o.id",
    name: "o.name",
    join: "",
    scope: "o.organization_id = $1 and o.deleted_at is null",
    manager: "null::text",
    bump: ", version = o.version + 1",
  },
  person: {
    table: "memberships",
    id: "o.person_id",
    name: "whose.name",
    join: "join people whose on whose.id = o.person_id",
    scope: "o.organization_id = $1",
    manager: "null::text",
    bump: "",
  },
  announcement: {
    table: "announcements",
    id: "o.id",
    name: "left(o.text, 80)",
    join: "",
    scope: "o.organization_id = $1",
    manager: "null::text",
    bump: ", version = o.version + 1",
  },
};

/** Texts that are read together with their owner's row stand in it too, so that reading them costs nothing. */
const COPIES: Readonly<Partial<Record<DocumentKind, string>>> = {
  context: "context_text",
  policies: "policies_text",
  announcements: "announcements_text",
  norms: "norms_text",
  role: "role_text",
  checklist: "checklist_text",
  profile: "profile_text",
  announcement: "text",
};

function rowsOf({ kind, owner }: DocumentDefinition<DocumentKind>, position: number): string {
  const { table, id, name, join, scope, manager } = OWNERS[owner];
  const copy = COPIES[kind];
  return `select ${position} as position, '${kind}' as kind, '${owner}' as owner_kind, ${id} as owner_id, ${name} as owner_name,
      ${manager} as manager_agent_id, ${copy === undefined ? "null::text" : `o.${copy}`} as text
    from ${table} o ${join} where ${scope}`;
}

/** Every document of the organization $1 with its newest revision, as people see it and as agents read it. */
export const DOCUMENT_ROWS = `
  select d.position, d.kind, d.owner_kind, d.owner_id, d.owner_name, d.manager_agent_id, coalesce(d.text, r.text, '') as text,
    coalesce(r.number, 0) as version, r.created_at as changed_at, r.actor_kind, r.actor_id, coalesce(p.name, a.name) as actor_name
  from (${DOCUMENTS.map(rowsOf).join("\n    union all ")}) d
  left join lateral (
    select * from revisions where organization_id = $1 and kind = d.kind and owner_id = d.owner_id
    order by number desc limit 1) r on true
  left join people p on r.actor_kind = 'person' and p.id = r.actor_id
  left join agents a on r.actor_kind = 'agent' and a.organization_id = $1 and a.id = r.actor_id`;

/** Locks the owner's row, so that its texts are changed one after the other. */
export function lockOwner(owner: DocumentOwner): string {
  const { table, id, scope } = OWNERS[owner];
  return `select 1 from ${table} o where ${scope} and ${id} = $2 for no key update`;
}

/** Writes the copy in the owner's row; undefined for a kind that has none. */
export function updateCopy({ kind, owner }: DocumentDefinition<DocumentKind>): string | undefined {
  const { table, id, scope, bump } = OWNERS[owner];
  const copy = COPIES[kind];
  const column = id.slice("o.".length);
  return copy === undefined
    ? undefined
    : `update ${table} o set ${copy} = $3${bump} where ${scope} and o.${column} = $2`;
}
