-- The first schema of Cadre. Rules that must hold whoever writes stand here: state pairs, one open run per task,
-- one claim per run, append-only logs. Names follow docs/glossary.md.

-- ── Time ────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Leases and due times are compared with cadre_now() only, so that tests can shift time for every process at once (I2).
create table cadre_clock (
  only_row boolean primary key default true check (only_row),
  shift interval not null default '0'
);
insert into cadre_clock default values;

create function cadre_now() returns timestamptz language sql volatile as $$
  select clock_timestamp() + (select shift from cadre_clock)
$$;

-- ── Installation ────────────────────────────────────────────────────────────────────────────────────────────────
create table installation (
  only_row boolean primary key default true check (only_row),
  setup_token_hash text,
  set_up_at timestamptz,
  created_at timestamptz not null default cadre_now()
);
insert into installation default values;

create table organizations (
  id text primary key,
  name text not null,
  slug text not null unique,
  time_zone text not null default 'UTC',
  context_text text not null default '',
  policies_text text not null default '',
  settings text not null default '{}',
  pause_epoch int not null default 0,
  paused_at timestamptz,
  paused_by text,
  version int not null default 1,
  created_at timestamptz not null default cadre_now()
);

create table people (
  id text primary key,
  name text not null,
  email text not null,
  password_hash text not null,
  created_at timestamptz not null default cadre_now()
);
create unique index people_email on people (lower(email));

create table memberships (
  organization_id text not null references organizations,
  person_id text not null references people,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  profile_text text not null default '',
  created_at timestamptz not null default cadre_now(),
  primary key (organization_id, person_id)
);

create table api_keys (
  id text primary key,
  organization_id text not null references organizations,
  person_id text not null,
  name text not null,
  key_prefix text not null,
  key_hash text not null unique,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default cadre_now(),
  unique (organization_id, id),
  foreign key (organization_id, person_id) references memberships
);

-- ── Organization ────────────────────────────────────────────────────────────────────────────────────────────────
create table projects (
  id text primary key,
  organization_id text not null references organizations,
  key text not null check (key ~ '^[A-Z][A-Z0-9]{1,9}$'),
  name text not null,
  description text not null default '',
  repositories text not null default '[]',
  governance text not null default '{}',
  next_task_number int not null default 1,
  archived_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default cadre_now(),
  unique (organization_id, id),
  unique (organization_id, key)
);

create table teams (
  id text primary key,
  organization_id text not null references organizations,
  name text not null,
  manager_agent_id text,
  announcements_text text not null default '',
  norms_text text not null default '',
  version int not null default 1,
  created_at timestamptz not null default cadre_now(),
  unique (organization_id, id)
);

create table agents (
  id text primary key,
  organization_id text not null references organizations,
  team_id text,
  manager_id text,
  name text not null,
  position text not null check (position in ('manager', 'worker')),
  role_text text not null default '',
  checklist_text text not null default '',
  skills text not null default '[]',
  settings text not null default '{}',
  schedule text,
  schedule_seen_fingerprint text,
  schedule_slots_seen int not null default 0,
  pause_epoch int not null default 0,
  paused_at timestamptz,
  paused_by text,
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default cadre_now(),
  unique (organization_id, id),
  foreign key (organization_id, team_id) references teams (organization_id, id),
  foreign key (organization_id, manager_id) references agents (organization_id, id)
);
alter table teams add foreign key (organization_id, manager_agent_id) references agents (organization_id, id);

-- ── State machines ──────────────────────────────────────────────────────────────────────────────────────────────
-- Every allowed pair of every machine. A test compares it with the tables of packages/domain (I3).
create table state_pairs (
  machine text not null,
  from_state text not null,
  to_state text not null,
  primary key (machine, from_state, to_state)
);
insert into state_pairs values
  ('task', 'pending', 'in_progress'), ('task', 'pending', 'blocked'), ('task', 'pending', 'rejected'),
  ('task', 'pending', 'cancelled'), ('task', 'pending', 'completed'),
  ('task', 'in_progress', 'review'), ('task', 'in_progress', 'blocked'), ('task', 'in_progress', 'failed'),
  ('task', 'in_progress', 'cancelled'),
  ('task', 'blocked', 'in_progress'), ('task', 'blocked', 'cancelled'),
  ('task', 'review', 'completed'), ('task', 'review', 'in_progress'), ('task', 'review', 'cancelled'),
  ('task', 'completed', 'archived'), ('task', 'completed', 'in_progress'),
  ('task', 'failed', 'in_progress'), ('task', 'failed', 'archived'),
  ('task', 'rejected', 'archived'),
  ('task', 'cancelled', 'archived'), ('task', 'cancelled', 'in_progress'),
  ('run', 'queued', 'running'), ('run', 'queued', 'cancelled'), ('run', 'queued', 'failed'),
  ('run', 'running', 'waiting'), ('run', 'running', 'queued'), ('run', 'running', 'succeeded'),
  ('run', 'running', 'incomplete'), ('run', 'running', 'failed'), ('run', 'running', 'cancelled'),
  ('run', 'waiting', 'queued'), ('run', 'waiting', 'cancelled'), ('run', 'waiting', 'failed'),
  ('attempt', 'running', 'finished'), ('attempt', 'running', 'parked'), ('attempt', 'running', 'preempted'),
  ('attempt', 'running', 'drained'), ('attempt', 'running', 'lost'), ('attempt', 'running', 'cancelled'),
  ('call', 'recorded', 'awaiting_approval'), ('call', 'recorded', 'started'), ('call', 'recorded', 'denied'),
  ('call', 'recorded', 'failed'),
  ('call', 'awaiting_approval', 'started'), ('call', 'awaiting_approval', 'denied'),
  ('call', 'started', 'done'), ('call', 'started', 'failed'), ('call', 'started', 'unknown'),
  ('wait', 'open', 'satisfied'), ('wait', 'open', 'expired'), ('wait', 'open', 'cancelled'),
  ('approval', 'pending', 'approved'), ('approval', 'pending', 'rejected'), ('approval', 'pending', 'expired'),
  ('approval', 'pending', 'cancelled'),
  ('item', 'queued', 'processing'), ('item', 'queued', 'deferred'), ('item', 'queued', 'merged'),
  ('item', 'queued', 'dropped'), ('item', 'queued', 'completed'),
  ('item', 'processing', 'completed'), ('item', 'processing', 'queued'), ('item', 'processing', 'deferred'),
  ('item', 'processing', 'dropped'),
  ('item', 'deferred', 'queued'), ('item', 'deferred', 'dropped'), ('item', 'deferred', 'completed');

-- Refuses a move that is not in state_pairs. The same state again is not a move.
create function cadre_check_move() returns trigger language plpgsql as $$
begin
  if old.status is distinct from new.status and not exists (
    select 1 from state_pairs
    where machine = tg_argv[0] and from_state = old.status and to_state = new.status
  ) then
    raise exception 'A % cannot go from % to %.', tg_argv[0], old.status, new.status using errcode = 'CA001';
  end if;
  return new;
end $$;

-- ── Tasks ───────────────────────────────────────────────────────────────────────────────────────────────────────
create table tasks (
  id text primary key,
  organization_id text not null references organizations,
  project_id text not null,
  number int not null,
  key text not null,
  title text not null,
  description text not null default '',
  status text not null check (status in
    ('pending', 'in_progress', 'blocked', 'review', 'completed', 'failed', 'rejected', 'cancelled', 'archived')),
  version int not null default 1,
  round int not null default 1,
  priority text not null default 'medium' check (priority in ('critical', 'high', 'medium', 'low')),
  assignee_id text not null,
  reviewer_kind text not null check (reviewer_kind in ('agent', 'person')),
  reviewer_id text not null,
  created_by_kind text not null check (created_by_kind in ('person', 'agent', 'system')),
  created_by_id text not null,
  parent_id text,
  -- Why the task is blocked, for people: dependency, pause, question, poison.
  blocked_reason text,
  -- Set while a person paused the task: its next mover is then that person.
  paused_by text,
  schedule text,
  schedule_paused_at timestamptz,
  next_run_at timestamptz,
  schedule_runs int not null default 0,
  timeout_ms int,
  error_retries int not null default 0,
  error_fingerprint text,
  same_error_retries int not null default 0,
  no_submit_retries int not null default 0,
  not_before timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default cadre_now(),
  updated_at timestamptz not null default cadre_now(),
  unique (organization_id, id),
  unique (organization_id, key),
  foreign key (organization_id, project_id) references projects (organization_id, id),
  foreign key (organization_id, assignee_id) references agents (organization_id, id),
  foreign key (organization_id, parent_id) references tasks (organization_id, id),
  check (not (reviewer_kind = 'agent' and reviewer_id = assignee_id))
);
create index tasks_by_status on tasks (organization_id, status, created_at desc);
create index tasks_by_assignee on tasks (assignee_id, status);
create index tasks_by_parent on tasks (parent_id) where parent_id is not null;
create index tasks_due on tasks (next_run_at) where next_run_at is not null and schedule_paused_at is null;
create trigger tasks_move before update of status on tasks
  for each row execute function cadre_check_move('task');

-- A move without a new version would slip past compare-and-set (I3).
create function cadre_check_task_version() returns trigger language plpgsql as $$
begin
  if (old.status, old.round) is distinct from (new.status, new.round) and new.version <> old.version + 1 then
    raise exception 'A move of task % must raise its version by one.', old.id using errcode = 'CA002';
  end if;
  return new;
end $$;
create trigger tasks_version before update on tasks for each row execute function cadre_check_task_version();

create table task_dependencies (
  organization_id text not null,
  task_id text not null,
  blocker_id text not null check (blocker_id <> task_id),
  primary key (task_id, blocker_id),
  foreign key (organization_id, task_id) references tasks (organization_id, id),
  foreign key (organization_id, blocker_id) references tasks (organization_id, id)
);
create index task_dependencies_by_blocker on task_dependencies (blocker_id);

create table task_transitions (
  id bigint generated always as identity primary key,
  organization_id text not null,
  task_id text not null,
  move text not null,
  from_status text,
  to_status text not null,
  version int not null,
  round int not null,
  actor_kind text not null,
  actor_id text not null,
  note text,
  created_at timestamptz not null default cadre_now(),
  foreign key (organization_id, task_id) references tasks (organization_id, id)
);
create index task_transitions_by_task on task_transitions (task_id, id);

create table task_subtasks (
  id text primary key,
  organization_id text not null,
  task_id text not null,
  title text not null,
  status text not null default 'pending' check (status in ('pending', 'completed', 'cancelled')),
  position int not null,
  reason text,
  created_at timestamptz not null default cadre_now(),
  unique (organization_id, id),
  foreign key (organization_id, task_id) references tasks (organization_id, id)
);
create index task_subtasks_by_task on task_subtasks (task_id, position);

create table task_checks (
  id text primary key,
  organization_id text not null,
  task_id text not null,
  stage text not null check (stage in ('submit', 'accept')),
  kind text not null,
  name text not null,
  spec text not null,
  position int not null,
  unique (organization_id, id),
  foreign key (organization_id, task_id) references tasks (organization_id, id)
);
create index task_checks_by_task on task_checks (task_id, position);

create table task_comments (
  id text primary key,
  organization_id text not null,
  task_id text not null,
  author_kind text not null check (author_kind in ('person', 'agent', 'system')),
  author_id text not null,
  text text not null,
  reply_to_id text,
  mentions text not null default '[]',
  created_at timestamptz not null default cadre_now(),
  unique (organization_id, id),
  foreign key (organization_id, task_id) references tasks (organization_id, id),
  foreign key (organization_id, reply_to_id) references task_comments (organization_id, id)
);
create index task_comments_by_task on task_comments (task_id, created_at);

create table task_notes (
  id text primary key,
  organization_id text not null,
  task_id text not null,
  author_kind text not null,
  author_id text not null,
  round int not null,
  text text not null,
  created_at timestamptz not null default cadre_now(),
  unique (organization_id, id),
  foreign key (organization_id, task_id) references tasks (organization_id, id)
);
create index task_notes_by_task on task_notes (task_id, created_at);

-- One submit of a round: the content-addressed snapshot that checks and reviewers judge.
create table task_submits (
  id text primary key,
  organization_id text not null,
  task_id text not null,
  round int not null,
  run_id text,
  agent_id text not null,
  summary text not null,
  known_issues text,
  manifest_hash text not null,
  manifest text not null,
  created_at timestamptz not null default cadre_now(),
  unique (organization_id, id),
  foreign key (organization_id, task_id) references tasks (organization_id, id)
);
create index task_submits_by_task on task_submits (task_id, created_at desc);

create table task_check_results (
  submit_id text not null,
  check_id text not null,
  organization_id text not null,
  status text not null check (status in ('passed', 'failed', 'error')),
  output text not null,
  duration_ms int not null,
  created_at timestamptz not null default cadre_now(),
  primary key (submit_id, check_id),
  foreign key (organization_id, submit_id) references task_submits (organization_id, id),
  foreign key (organization_id, check_id) references task_checks (organization_id, id)
);

create table task_verdicts (
  organization_id text not null,
  submit_id text not null,
  task_id text not null,
  round int not null,
  reviewer_kind text not null,
  reviewer_id text not null,
  verdict text not null check (verdict in ('accepted', 'revise')),
  note text,
  created_at timestamptz not null default cadre_now(),
  primary key (submit_id),
  foreign key (organization_id, submit_id) references task_submits (organization_id, id)
);
create index task_verdicts_by_task on task_verdicts (task_id, created_at);

-- Who wrote in a round. `completed` needs a reviewer who is not among them (I7).
create table task_authors (
  organization_id text not null,
  task_id text not null,
  round int not null,
  agent_id text not null,
  primary key (task_id, round, agent_id),
  foreign key (organization_id, task_id) references tasks (organization_id, id)
);

create table deliverables (
  id text primary key,
  organization_id text not null,
  project_id text,
  task_id text,
  submit_id text,
  round int,
  type text not null check (type in ('file', 'directory', 'link')),
  title text not null,
  summary text not null default '',
  reference text not null,
  format text,
  tags text not null default '[]',
  version int not null default 1,
  blob_hash text,
  bytes bigint,
  created_by_kind text not null,
  created_by_id text not null,
  created_at timestamptz not null default cadre_now(),
  unique (organization_id, id),
  unique (task_id, reference, version),
  foreign key (organization_id, project_id) references projects (organization_id, id),
  foreign key (organization_id, task_id) references tasks (organization_id, id)
);

-- ── Sessions ────────────────────────────────────────────────────────────────────────────────────────────────────
create table sessions (
  id text primary key,
  organization_id text not null references organizations,
  agent_id text not null,
  kind text not null,
  task_id text,
  title text,
  is_human_facing boolean not null default false,
  next_seq int not null default 1,
  head_entry_id text,
  -- The newest compaction entry: loading starts there.
  head_compaction_seq int,
  epoch int not null default 1,
  turns int not null default 0,
  harness_introduction text,
  metadata text not null default '{}',
  archived_at timestamptz,
  created_at timestamptz not null default cadre_now(),
  unique (organization_id, id),
  foreign key (organization_id, agent_id) references agents (organization_id, id)
);

-- A key such as task_{id}_r2 points to its head session; collapse moves the key, never the log.
create table session_keys (
  organization_id text not null,
  key text not null,
  session_id text not null,
  primary key (organization_id, key),
  foreign key (organization_id, session_id) references sessions (organization_id, id)
);

create table session_entries (
  session_id text not null,
  seq int not null,
  id text not null unique,
  organization_id text not null,
  parent_id text,
  kind text not null,
  v int not null,
  -- Canonical text, never jsonb: prompts render from the stored bytes (I11).
  payload text not null,
  tokens int,
  -- Pins and what is pinned from the start: loaded even when a compaction has cut what stands around them.
  outlives_cuts boolean not null default false,
  run_id text,
  fence int,
  step int,
  created_at timestamptz not null default cadre_now(),
  primary key (session_id, seq),
  foreign key (organization_id, session_id) references sessions (organization_id, id)
);

create index session_entries_outliving_cuts on session_entries (session_id, seq) where outlives_cuts;

-- What tiers 1 and 2 and the tool list are made of, frozen while an epoch lasts, so that the prefix keeps its bytes (I12).
create table session_epochs (
  session_id text not null,
  epoch int not null,
  organization_id text not null,
  facts text not null,
  created_at timestamptz not null default cadre_now(),
  primary key (session_id, epoch),
  foreign key (organization_id, session_id) references sessions (organization_id, id)
);

create function cadre_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are append-only.', tg_table_name using errcode = 'CA003';
end $$;
create trigger session_entries_append_only before update on session_entries
  for each row execute function cadre_refuse_change();
create trigger task_transitions_append_only before update or delete on task_transitions
  for each row execute function cadre_refuse_change();

-- ── Mailbox ─────────────────────────────────────────────────────────────────────────────────────────────────────
create table mailbox_items (
  id text primary key,
  organization_id text not null,
  agent_id text not null,
  lane text not null check (lane in ('focus', 'task', 'chat')),
  type text not null,
  -- 0 critical, 1 high, 2 normal, 3 low, 4 background.
  priority int not null check (priority between 0 and 4),
  status text not null default 'queued' check (status in
    ('queued', 'processing', 'completed', 'deferred', 'merged', 'dropped')),
  headline text not null,
  payload text not null,
  v int not null default 1,
  dedupe_key text,
  task_id text,
  not_before timestamptz,
  attempts int not null default 0,
  starts_run boolean not null default true,
  outcome text,
  created_at timestamptz not null default cadre_now(),
  started_at timestamptz,
  ended_at timestamptz,
  unique (organization_id, id),
  foreign key (organization_id, agent_id) references agents (organization_id, id),
  foreign key (organization_id, task_id) references tasks (organization_id, id)
);
create unique index mailbox_items_dedupe on mailbox_items (agent_id, dedupe_key) where dedupe_key is not null;
create index mailbox_items_open on mailbox_items (agent_id, status, priority, created_at)
  where status in ('queued', 'processing', 'deferred');
-- At most one open beat per agent, by index and not by count (PEER-C1).
create unique index mailbox_items_one_open_beat on mailbox_items (agent_id)
  where type = 'heartbeat' and status in ('queued', 'processing', 'deferred');
create trigger mailbox_items_move before update of status on mailbox_items
  for each row execute function cadre_check_move('item');

-- ── Runs ────────────────────────────────────────────────────────────────────────────────────────────────────────
create table workers (
  id text primary key,
  kind text not null,
  host text not null,
  pid int not null,
  version int not null,
  -- One lease for all claims of the process, renewed by one UPDATE (I2).
  lease_until timestamptz not null,
  started_at timestamptz not null default cadre_now(),
  stopped_at timestamptz
);
create index workers_live on workers (lease_until) where stopped_at is null;

create table runs (
  id text primary key,
  organization_id text not null,
  agent_id text not null,
  kind text not null check (kind in ('task', 'turn', 'node', 'no_op')),
  scenario text not null,
  lane text not null check (lane in ('focus', 'task', 'chat')),
  lane_slot int,
  item_id text,
  task_id text,
  round int,
  session_id text,
  status text not null default 'queued' check (status in
    ('queued', 'running', 'waiting', 'succeeded', 'incomplete', 'failed', 'cancelled')),
  priority int not null default 2,
  fence int not null default 0,
  worker_id text,
  min_worker_version int not null default 1,
  not_before timestamptz,
  step int not null default 0,
  losses int not null default 0,
  loss_step int,
  losses_at_step int not null default 0,
  outcome text,
  failure text,
  is_simulated boolean not null default false,
  queued_at timestamptz not null default cadre_now(),
  started_at timestamptz,
  ended_at timestamptz,
  unique (organization_id, id),
  -- Fenced writes hold KEY SHARE on this pair; a claim changes it and waits for them (I2).
  unique (id, fence),
  foreign key (organization_id, agent_id) references agents (organization_id, id),
  foreign key (organization_id, task_id) references tasks (organization_id, id),
  foreign key (organization_id, item_id) references mailbox_items (organization_id, id)
);
create unique index runs_one_open_per_task on runs (task_id)
  where kind = 'task' and status in ('queued', 'running', 'waiting');
create unique index runs_one_open_per_item on runs (item_id)
  where item_id is not null and status in ('queued', 'running', 'waiting');
create unique index runs_one_per_lane_slot on runs (agent_id, lane, lane_slot)
  where status = 'running' and lane_slot is not null;
create unique index runs_one_per_session on runs (session_id) where status = 'running' and session_id is not null;
create index runs_queued on runs (agent_id, lane, priority, queued_at) where status = 'queued';
create index runs_running on runs (worker_id) where status = 'running';
create index runs_open_by_agent on runs (agent_id) where status in ('queued', 'running', 'waiting');
create index runs_by_task on runs (task_id, queued_at desc);
create index runs_recent on runs (organization_id, queued_at desc);
create trigger runs_move before update of status on runs for each row execute function cadre_check_move('run');

create table attempts (
  run_id text not null references runs,
  fence int not null,
  organization_id text not null,
  worker_id text not null,
  status text not null default 'running' check (status in
    ('running', 'finished', 'parked', 'preempted', 'drained', 'lost', 'cancelled')),
  reason text,
  first_step int not null,
  last_step int,
  started_at timestamptz not null default cadre_now(),
  ended_at timestamptz,
  primary key (run_id, fence)
);
create unique index attempts_one_running on attempts (run_id) where status = 'running';
create trigger attempts_move before update of status on attempts
  for each row execute function cadre_check_move('attempt');

create table tool_calls (
  run_id text not null references runs,
  entry_id text not null,
  call_id text not null,
  organization_id text not null,
  position int not null,
  step int not null,
  name text not null,
  args text not null,
  args_hash text not null,
  effect text not null check (effect in ('read', 'write', 'external')),
  -- An interrupted call may start again: it only reads, or its tool takes the idempotency key (I8).
  may_repeat boolean not null default false,
  status text not null default 'recorded' check (status in
    ('recorded', 'awaiting_approval', 'started', 'done', 'failed', 'unknown', 'denied')),
  idempotency_key text not null unique,
  started_fence int,
  starts int not null default 0,
  result_entry_id text,
  outcome text,
  started_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default cadre_now(),
  primary key (run_id, entry_id, call_id)
);
create index tool_calls_open on tool_calls (run_id) where status in ('recorded', 'awaiting_approval', 'started');
create trigger tool_calls_move before update of status on tool_calls
  for each row execute function cadre_check_move('call');

create table model_calls (
  id text primary key,
  organization_id text not null,
  run_id text not null references runs,
  fence int not null,
  step int not null,
  purpose text not null default 'main',
  provider text not null,
  model text not null,
  is_simulated boolean not null default false,
  status text not null check (status in ('reserved', 'done', 'failed', 'aborted')),
  input_tokens int not null default 0,
  cache_read_tokens int not null default 0,
  cache_write_tokens int not null default 0,
  cache_write_hour_tokens int not null default 0,
  output_tokens int not null default 0,
  thinking_tokens int not null default 0,
  -- Micro-dollars. A simulated call costs nothing and never adds to real spend.
  reserved_micros bigint not null default 0,
  cost_micros bigint not null default 0,
  simulated_cost_micros bigint not null default 0,
  is_unpriced boolean not null default false,
  failure text,
  receipt text,
  request_id text,
  entry_id text,
  spend_day date,
  started_at timestamptz not null default cadre_now(),
  ended_at timestamptz,
  unique (organization_id, id)
);
create index model_calls_by_run on model_calls (run_id, step);
create index model_calls_reserved on model_calls (started_at) where status = 'reserved';
create index model_calls_recent on model_calls (organization_id, started_at desc);

-- The hard daily cap of the installation, until budgets exist. Real money only.
create table spend_days (
  day date primary key,
  reserved_micros bigint not null default 0,
  settled_micros bigint not null default 0
);

create table waits (
  id text primary key,
  organization_id text not null,
  run_id text not null references runs,
  kind text not null check (kind in ('approval', 'answer', 'children', 'not_before', 'process')),
  -- What is waited for: an approval's id, a task's id, or nothing for a time.
  reference text,
  status text not null default 'open' check (status in ('open', 'satisfied', 'expired', 'cancelled')),
  due_at timestamptz,
  resolution text,
  created_at timestamptz not null default cadre_now(),
  resolved_at timestamptz,
  unique (organization_id, id)
);
create unique index waits_one_open on waits (run_id, kind, reference) nulls not distinct where status = 'open';
create index waits_due on waits (due_at) where status = 'open' and due_at is not null;
create index waits_by_reference on waits (kind, reference) where status = 'open';
create trigger waits_move before update of status on waits for each row execute function cadre_check_move('wait');

create table approvals (
  id text primary key,
  organization_id text not null,
  run_id text references runs,
  entry_id text,
  call_id text,
  task_id text,
  agent_id text,
  kind text not null check (kind in ('task', 'action', 'question', 'review')),
  title text not null,
  description text not null default '',
  -- The exact action, in canonical text, and its hash: a decision binds to these bytes (I13).
  action text,
  action_hash text,
  options text not null default '[]',
  allow_freeform boolean not null default false,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'expired', 'cancelled')),
  decided_by text,
  decided_option text,
  comment text,
  expires_at timestamptz,
  decided_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null default cadre_now(),
  unique (organization_id, id),
  foreign key (organization_id, task_id) references tasks (organization_id, id)
);
create unique index approvals_one_per_call on approvals (run_id, entry_id, call_id) where call_id is not null;
create index approvals_pending on approvals (organization_id, created_at) where status = 'pending';
create index approvals_by_task on approvals (task_id) where status = 'pending';
create trigger approvals_move before update of status on approvals
  for each row execute function cadre_check_move('approval');

-- Exact commands of a project that a person approved once and for all.
create table standing_approvals (
  id text primary key,
  organization_id text not null,
  project_id text not null,
  tool text not null,
  action text not null,
  action_hash text not null,
  approved_by text not null,
  revoked_at timestamptz,
  created_at timestamptz not null default cadre_now(),
  unique (organization_id, id),
  foreign key (organization_id, project_id) references projects (organization_id, id)
);
create unique index standing_approvals_exact on standing_approvals (project_id, tool, action_hash)
  where revoked_at is null;

create unlogged table model_deltas (
  run_id text not null,
  fence int not null,
  step int not null,
  seq int not null,
  organization_id text not null,
  kind text not null,
  text text not null,
  created_at timestamptz not null default cadre_now(),
  primary key (run_id, fence, step, seq)
);

-- ── Schedules ───────────────────────────────────────────────────────────────────────────────────────────────────
create table schedule_slots (
  id text primary key,
  organization_id text not null,
  owner_kind text not null check (owner_kind in ('agent', 'task', 'job')),
  owner_id text not null,
  instant timestamptz not null,
  status text not null check (status in ('run', 'skipped', 'coalesced', 'missed')),
  reason text,
  item_id text,
  created_at timestamptz not null default cadre_now(),
  -- A slot is served once, whoever serves it and however often (PEER-C43).
  unique (owner_kind, owner_id, instant)
);
create index schedule_slots_recent on schedule_slots (organization_id, owner_id, instant desc);

-- ── People's inbox ──────────────────────────────────────────────────────────────────────────────────────────────
create table notifications (
  id text primary key,
  organization_id text not null,
  person_id text not null,
  type text not null,
  priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  title text not null,
  body text not null default '',
  entity_kind text,
  entity_id text,
  dedupe_key text,
  read_at timestamptz,
  created_at timestamptz not null default cadre_now(),
  unique (organization_id, id),
  foreign key (organization_id, person_id) references memberships (organization_id, person_id)
);
create unique index notifications_dedupe on notifications (person_id, dedupe_key) where dedupe_key is not null;
create index notifications_by_person on notifications (person_id, created_at desc);

-- ── Outbox and idempotency ──────────────────────────────────────────────────────────────────────────────────────
create table outbox (
  id bigint generated always as identity primary key,
  event_id text not null unique,
  organization_id text not null,
  type text not null,
  v int not null default 1,
  entity_kind text not null,
  entity_id text not null,
  payload text not null,
  actor_kind text not null,
  actor_id text not null,
  created_at timestamptz not null default cadre_now(),
  -- Given by the one elected relay after commit: ids are given before commit and would lose events.
  position bigint
);
create index outbox_unpositioned on outbox (id) where position is null;
create unique index outbox_position on outbox (position) where position is not null;

create table outbox_stream (
  only_row boolean primary key default true check (only_row),
  next_position bigint not null default 1
);
insert into outbox_stream default values;

create table idempotency_keys (
  organization_id text not null,
  principal_id text not null,
  key text not null,
  route text not null,
  body_hash text not null,
  response_status int,
  response_body text,
  created_at timestamptz not null default cadre_now(),
  primary key (organization_id, principal_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- ── Claims ──────────────────────────────────────────────────────────────────────────────────────────────────────
-- Writes an event of a run that SQL itself moves. A run is started once and lost once for each fence.
create function cadre_emit_run(p_run runs, p_type text) returns void language sql as $$
  insert into outbox (event_id, organization_id, type, entity_kind, entity_id, payload, actor_kind, actor_id)
  values ('evt_' || p_run.id || '_' || p_type || '_' || p_run.fence, p_run.organization_id, p_type, 'run', p_run.id,
    json_build_object('agentId', p_run.agent_id, 'taskId', p_run.task_id, 'kind', p_run.kind, 'lane', p_run.lane,
      'fence', p_run.fence)::text,
    'agent', p_run.agent_id)
$$;

-- Claims the best queued run of the hinted run's agent and lane for a live worker, in one statement. Returns no row
-- when nothing may start: lane full, agent or organization paused, due later, session busy, or worker without lease.
-- Moving the fence waits for a writer that still holds the old pair (I2); a suspended one holds it up for two seconds at most.
create function cadre_claim_run(p_hint text, p_worker text, p_version int) returns setof runs language plpgsql
set lock_timeout = '2s' as $$
declare
  hinted record;
  best runs;
  slots int := 1;
  free_slot int;
  moment timestamptz := cadre_now();
begin
  select agent_id, lane into hinted from runs where id = p_hint and status = 'queued';
  if not found then return; end if;

  -- Two claims of one lane may pick the same slot: the second loses on the index and looks again.
  for tries in 1..3 loop
    begin
      -- Pause and emergency stop update these rows, so they wait for this claim or this claim sees them (I6).
      perform 1 from agents a join organizations o on o.id = a.organization_id
        where a.id = hinted.agent_id and a.paused_at is null and a.deleted_at is null and o.paused_at is null
        for share;
      if not found then return; end if;
      perform 1 from workers where id = p_worker and stopped_at is null and lease_until > moment;
      if not found then return; end if;

      if hinted.lane <> 'chat' then
        if hinted.lane = 'task' then
          select coalesce((settings::jsonb ->> 'maxConcurrentTasks')::int, 1) into slots
            from agents where id = hinted.agent_id;
        end if;
        select min(s) into free_slot from generate_series(1, slots) s where not exists (
          select 1 from runs where agent_id = hinted.agent_id and lane = hinted.lane and lane_slot = s and status = 'running');
        if free_slot is null then return; end if;
      end if;

      select r.* into best from runs r
        where r.agent_id = hinted.agent_id and r.lane = hinted.lane and r.status = 'queued'
          and (r.id = p_hint or hinted.lane <> 'chat')
          and (r.not_before is null or r.not_before <= moment) and r.min_worker_version <= p_version
          and not exists (select 1 from runs s where s.session_id = r.session_id and s.status = 'running')
          and not exists (select 1 from tasks t where t.id = r.task_id and r.kind = 'task' and t.paused_by is not null)
        order by greatest(0, r.priority - floor(extract(epoch from moment - r.queued_at) / 600))::int, r.queued_at, r.id
        limit 1 for no key update of r skip locked;
      if not found then return; end if;

      update runs set status = 'running', fence = fence + 1, worker_id = p_worker, lane_slot = free_slot,
        started_at = coalesce(started_at, moment), not_before = null
        where id = best.id returning * into best;
      insert into attempts (run_id, fence, organization_id, worker_id, first_step, started_at)
        values (best.id, best.fence, best.organization_id, p_worker, best.step, moment);
      update mailbox_items set status = 'processing', started_at = coalesce(started_at, moment), attempts = attempts + 1
        where id = best.item_id and status = 'queued';
      perform cadre_emit_run(best, 'run.started');
      return next best;
      return;
    exception
      when unique_violation then null;
      when lock_not_available then return;
    end;
  end loop;
end $$;

-- Gives back every claim of workers whose lease has run out, or of one worker known to be dead, or only some of its runs: the
-- attempt is lost and the run is queued again. It does not wait for a write still under way: the next claim does. Returns the runs.
create function cadre_release_lost(p_worker text, p_runs text[], p_limit int) returns setof runs language plpgsql as $$
declare
  lost runs;
  moment timestamptz := cadre_now();
begin
  for lost in
    select r.* from runs r left join workers w on w.id = r.worker_id
    where r.status = 'running' and case
      when p_worker is null then w.id is null or w.stopped_at is not null or w.lease_until <= moment
      else r.worker_id = p_worker and (p_runs is null or r.id = any(p_runs)) end
    order by r.id limit p_limit for no key update of r skip locked
  loop
    update attempts set status = 'lost', ended_at = moment, last_step = lost.step, reason = 'the worker was lost'
      where run_id = lost.id and fence = lost.fence and status = 'running';
    update runs set status = 'queued', worker_id = null, lane_slot = null, losses = losses + 1,
      losses_at_step = case when loss_step = step then losses_at_step + 1 else 1 end, loss_step = step
      where id = lost.id returning * into lost;
    update mailbox_items set status = 'queued' where id = lost.item_id and status = 'processing';
    perform cadre_emit_run(lost, 'run.lost');
    return next lost;
  end loop;
end $$;

-- ── Next mover ──────────────────────────────────────────────────────────────────────────────────────────────────
-- For every task that is not at an end: what moves it next (I19). `none` is an alarm.
create view task_next_movers as
select t.id as task_id, t.organization_id, t.key, t.status,
  case
    when o.paused_at is not null then 'paused'
    when t.paused_by is not null then 'paused'
    when t.status = 'pending' then case
      when exists (select 1 from approvals a where a.task_id = t.id and a.status = 'pending' and a.kind = 'task') then 'person'
      when t.created_by_kind = 'person' then 'person' else 'none' end
    when t.status = 'blocked' then case
      -- A blocker at a dead end frees nobody by itself: a person retries it, reopens it or takes it away.
      when dead.keys is not null then 'person'
      when exists (select 1 from task_dependencies d join tasks b on b.id = d.blocker_id
        where d.task_id = t.id and b.status <> 'completed') then 'blocker'
      when t.blocked_reason is not null then 'person' else 'none' end
    when t.status = 'review' then case
      when t.reviewer_kind = 'person' then 'person'
      when rv.id is not null and rv.deleted_at is not null then 'none'
      when exists (select 1 from mailbox_items m where m.task_id = t.id and m.type = 'review_request'
        and m.status in ('queued', 'processing', 'deferred')) then case when rv.paused_at is not null then 'paused' else 'run' end
      else 'none' end
    when ag.deleted_at is not null then 'none'
    when ag.paused_at is not null then 'paused'
    when r.status in ('running') then 'run'
    when r.status = 'queued' then case when r.not_before is not null then 'timer' else 'run' end
    when r.status = 'waiting' then case
      when exists (select 1 from waits w where w.run_id = r.id and w.status = 'open' and w.kind in ('approval', 'answer')) then 'person'
      when exists (select 1 from waits w where w.run_id = r.id and w.status = 'open' and w.kind = 'children') then 'blocker'
      when exists (select 1 from waits w where w.run_id = r.id and w.status = 'open') then 'timer'
      else 'none' end
    when t.next_run_at is not null and t.schedule_paused_at is null then 'timer'
    else 'none' end as mover,
  coalesce(
    case when o.paused_at is not null then 'emergency stop by ' || coalesce(o.paused_by, 'a person') end,
    case when t.paused_by is not null then 'paused by ' || t.paused_by end,
    case when t.status = 'blocked' then coalesce(t.blocked_reason, 'waits for ' || dead.keys) end) as reason,
  r.id as run_id
from tasks t
join organizations o on o.id = t.organization_id
join agents ag on ag.id = t.assignee_id
left join agents rv on t.reviewer_kind = 'agent' and rv.id = t.reviewer_id
left join runs r on r.task_id = t.id and r.kind = 'task' and r.status in ('queued', 'running', 'waiting')
left join lateral (
  select string_agg(b.key || ' (' || b.status || ')', ', ' order by b.key) as keys
  from task_dependencies d join tasks b on b.id = d.blocker_id
  where t.status = 'blocked' and d.task_id = t.id and b.status in ('failed', 'cancelled', 'rejected', 'archived')
) dead on true
where t.status in ('pending', 'in_progress', 'blocked', 'review')
   or (t.schedule is not null and t.status in ('completed', 'failed') and t.next_run_at is not null);
