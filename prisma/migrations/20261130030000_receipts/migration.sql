-- Receipts can be looked into: the texts they name are kept once, and a session's calls are found in their order.

-- What prompts are made of, by the name of its bytes that receipts carry. Written once, never changed.
create table prompt_texts (
  organization_id text not null references organizations,
  hash text not null,
  text text not null,
  created_at timestamptz not null default cadre_now(),
  primary key (organization_id, hash)
);

-- The session a call was made in: its run may work in another one later.
alter table model_calls add column session_id text;
update model_calls c set session_id = r.session_id from runs r where r.id = c.run_id and r.session_id is not null;
create index model_calls_by_session on model_calls (session_id, started_at) where session_id is not null;
