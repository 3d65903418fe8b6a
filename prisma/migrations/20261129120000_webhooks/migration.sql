-- Webhooks: addresses that are told of events, what each was or will be told, and every try with its answer.

create table webhooks (
  id text primary key,
  organization_id text not null references organizations,
  url text not null,
  description text not null default '',
  -- JSON list of patterns: task.accepted, task.*, *.
  event_types text not null,
  -- Encrypted with the installation's key. The one before still signs until its time, so that receivers can change over.
  secret_sealed text not null,
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  -- Events up to this position are not told.
  since_position bigint not null,
  -- Set by the first failed try after a success.
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  version int not null default 1,
  created_at timestamptz not null default cadre_now(),
  unique (organization_id, id)
);
create index webhooks_listening on webhooks (since_position) where disabled_at is null;

create table webhook_deliveries (
  id text primary key,
  organization_id text not null,
  webhook_id text not null,
  event_id text not null,
  event_type text not null,
  -- The bytes that are signed and sent, the same at every try.
  body text not null,
  status text not null default 'queued' check (status in ('queued', 'delivered', 'failed')),
  attempts int not null default 0,
  -- When it is tried next; while a try is under way, when somebody else may take it up.
  next_attempt_at timestamptz not null default cadre_now(),
  replay_of text,
  response_status int,
  created_at timestamptz not null default cadre_now(),
  ended_at timestamptz,
  unique (organization_id, id),
  foreign key (organization_id, webhook_id) references webhooks (organization_id, id) on delete cascade
);
-- The consumer may read an event twice and tells it once.
create unique index webhook_deliveries_once on webhook_deliveries (webhook_id, event_id) where replay_of is null;
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at) where status = 'queued';
create index webhook_deliveries_recent on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_ended on webhook_deliveries (ended_at) where ended_at is not null;

create table webhook_attempts (
  delivery_id text not null,
  number int not null,
  organization_id text not null,
  response_status int,
  response_text text,
  error text,
  duration_ms int not null,
  created_at timestamptz not null default cadre_now(),
  primary key (delivery_id, number),
  foreign key (organization_id, delivery_id) references webhook_deliveries (organization_id, id) on delete cascade
);

-- Up to which position of the outbox deliveries were made.
create table webhook_cursor (
  only_row boolean primary key default true check (only_row),
  position bigint not null
);
insert into webhook_cursor (position) values (0);

insert into state_pairs values
  ('delivery', 'queued', 'delivered'), ('delivery', 'queued', 'failed');
create trigger webhook_deliveries_move before update of status on webhook_deliveries
  for each row execute function cadre_check_move('delivery');
