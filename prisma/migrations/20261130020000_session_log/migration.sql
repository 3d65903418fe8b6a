-- The log as a tree: an active branch, forks and imports that keep the ids of their entries, acts of people with a version, tombstones.
alter table sessions
  -- Grows with each act of a person, not with the log.
  add column version int not null default 1,
  -- Sequence numbers of the active branch as spans, first and last of each; the last span is open.
  add column branch int[] not null default '{1}',
  -- The head before a revert that no new prompt has made good yet.
  add column reverted_from_id text,
  -- Canonical text: what the session was forked or imported from.
  add column origin text,
  add column deleted_at timestamptz;

-- An entry's id is one of its log: a fork and an import keep ids, so that payloads that name entries keep their bytes.
alter table session_entries drop constraint session_entries_id_key;
alter table session_entries add unique (session_id, id);

-- Labels of a session, wherever they stand; pins outlive cuts and have their index.
create index session_entries_labels on session_entries (session_id, seq) where kind = 'label';

-- Sessions of an agent and of a task, newest first.
create index sessions_by_agent on sessions (organization_id, agent_id, id);
create index sessions_by_task on sessions (organization_id, task_id, id) where task_id is not null;

-- Entries are erased with their session alone, once a person has deleted that.
create function cadre_refuse_erasure() returns trigger language plpgsql as $$
begin
  if exists (select 1 from sessions s where s.id = old.session_id and s.deleted_at is not null) then
    return old;
  end if;
  raise exception 'Rows of % are append-only.', tg_table_name using errcode = 'CA003';
end $$;
create trigger session_entries_not_deleted before delete on session_entries
  for each row execute function cadre_refuse_erasure();
