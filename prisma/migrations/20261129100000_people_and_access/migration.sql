-- People and access: sign-ins, invitations, sign-in links, keys that can do less than their person, and the audit of what people did.

-- A browser in which a person is signed in. It belongs to a person rather than to an organization: it works in one at a time.
create table sign_ins (
  id text primary key,
  person_id text not null references people,
  -- Where it works; a person who is no member there any more works in another one of theirs.
  organization_id text not null references organizations,
  token_hash text not null unique,
  user_agent text not null default '',
  created_at timestamptz not null default cadre_now(),
  last_seen_at timestamptz not null default cadre_now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sign_ins_open on sign_ins (person_id) where ended_at is null;

-- Lets a person who lost everything choose a new password, once.
create table sign_in_links (
  id text primary key,
  person_id text not null references people,
  token_hash text not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default cadre_now()
);
create index sign_in_links_open on sign_in_links (person_id) where used_at is null;

create table invitations (
  id text primary key,
  organization_id text not null references organizations,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  -- The only address that may accept it; null: whoever has the link.
  email text,
  token_hash text not null unique,
  invited_by_id text not null references people,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by_id text references people,
  revoked_at timestamptz,
  created_at timestamptz not null default cadre_now(),
  unique (organization_id, id),
  check ((accepted_at is null) = (accepted_by_id is null)),
  check (accepted_at is null or revoked_at is null)
);
create index invitations_recent on invitations (organization_id, id desc);

-- What a key can do at most. Keys from before could do whatever their person could.
alter table api_keys add column role text not null default 'owner' check (role in ('owner', 'admin', 'member', 'viewer'));

-- An organization without an owner could never be managed again. Whoever takes one away waits for whoever does the same.
create function cadre_keep_owner() returns trigger language plpgsql as $$
begin
  perform 1 from organizations where id = old.organization_id for no key update;
  if not exists (select 1 from memberships where organization_id = old.organization_id and role = 'owner') then
    raise exception 'Organization % would have no owner.', old.organization_id using errcode = 'CA004';
  end if;
  return null;
end $$;
create trigger memberships_keep_owner after delete on memberships
  for each row when (old.role = 'owner') execute function cadre_keep_owner();
create trigger memberships_keep_owner_role after update of role on memberships
  for each row when (old.role = 'owner' and new.role <> 'owner') execute function cadre_keep_owner();

-- The sign-in or API key with which a person caused the event.
alter table outbox add column credential_id text;

-- Every change that a person made, with the change itself: an event is written in its transaction, and this with the event.
create table audit_entries (
  id text primary key,
  organization_id text not null references organizations,
  actor_kind text not null check (actor_kind in ('person', 'system')),
  actor_id text not null,
  credential_id text,
  action text not null,
  entity_kind text not null,
  entity_id text not null,
  details text not null,
  created_at timestamptz not null,
  unique (organization_id, id)
);
create index audit_entries_by_actor on audit_entries (organization_id, actor_id, id desc);
create index audit_entries_by_entity on audit_entries (organization_id, entity_id, id desc);
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function cadre_refuse_change();

create function cadre_audit() returns trigger language plpgsql as $$
begin
  insert into audit_entries (id, organization_id, actor_kind, actor_id, credential_id, action, entity_kind, entity_id, details, created_at)
  values (new.event_id, new.organization_id, new.actor_kind, new.actor_id, new.credential_id, new.type, new.entity_kind,
    new.entity_id, new.payload, new.created_at);
  return null;
end $$;
-- The operator at the installation's own command line is nobody's account, and yet a person.
create trigger outbox_audit after insert on outbox
  for each row when (new.actor_kind = 'person' or (new.actor_kind = 'system' and new.actor_id = 'operator'))
  execute function cadre_audit();
