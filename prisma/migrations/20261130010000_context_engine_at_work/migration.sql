-- The context engine at work: exact counts of entries, calibration by replies, and the daily log of agents.

-- Counts of entries are made by the vocabulary o200k_base when they are appended. What stood here before came from providers, for whole
-- replies: such entries are counted when they are read.
alter table session_entries disable trigger session_entries_append_only;
update session_entries set tokens = null where tokens is not null;
alter table session_entries enable trigger session_entries_append_only;

-- What was counted of a call's prompt before calibration; beside what the provider reported, it calibrates the counts of the model.
alter table model_calls add column counted_tokens int;

-- What agents did, day by day, for people and for memory: written before and with each compaction, never changed.
create table daily_log_entries (
  id text primary key,
  organization_id text not null,
  agent_id text not null,
  -- The organization's day.
  day date not null,
  kind text not null check (kind in ('flush', 'summary')),
  text text not null,
  session_id text not null,
  -- The entry of the session that it tells of.
  entry_id text not null,
  created_at timestamptz not null default cadre_now(),
  unique (session_id, kind, entry_id),
  foreign key (organization_id, agent_id) references agents (organization_id, id),
  foreign key (organization_id, session_id) references sessions (organization_id, id)
);
create index daily_log_entries_of_agent on daily_log_entries (organization_id, agent_id, id desc);
