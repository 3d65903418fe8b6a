-- The history of texts that people write and agents read, and of how agents are set up: each change is a revision.

-- `kind` is one of the documents that the code knows, or `configuration` of an agent; the owner is the organization, a team, an agent or a
-- person. The newest revision is the text as it is now. A text that is read with its owner at every turn has a copy in the owner's row.
create table revisions (
  organization_id text not null references organizations,
  kind text not null,
  owner_id text not null,
  number integer not null check (number > 0),
  text text not null,
  reason text,
  restored_from integer,
  actor_kind text not null check (actor_kind in ('person', 'agent', 'system')),
  actor_id text not null,
  created_at timestamptz not null default cadre_now(),
  primary key (organization_id, kind, owner_id, number)
);
-- They go only with what they are of.
create trigger revisions_are_kept before update on revisions for each row execute function cadre_refuse_change();
