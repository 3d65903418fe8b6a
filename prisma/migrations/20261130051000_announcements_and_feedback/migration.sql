-- What an admin tells agents for a while, and what people say of their work.

create table announcements (
  id text primary key,
  organization_id text not null references organizations,
  text text not null,
  -- For the agents of a team, or for one agent; for all without either.
  team_id text,
  agent_id text,
  starts_at timestamptz not null default cadre_now(),
  ends_at timestamptz,
  created_by_kind text not null check (created_by_kind in ('person', 'agent', 'system')),
  created_by_id text not null,
  version integer not null default 1,
  created_at timestamptz not null default cadre_now(),
  unique (organization_id, id),
  check (team_id is null or agent_id is null),
  check (ends_at is null or ends_at >= starts_at),
  -- Nobody is left to read what was for a team that is dissolved.
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade,
  foreign key (organization_id, agent_id) references agents (organization_id, id)
);
create index announcements_recent on announcements (organization_id, starts_at desc);

create table feedback (
  id text primary key,
  organization_id text not null references organizations,
  person_id text not null references people,
  -- Whose work it is about; and if it is about a task or a deliverable, which.
  agent_id text not null,
  task_id text,
  deliverable_id text,
  rating integer check (rating between 1 and 5),
  text text not null,
  withdrawn_at timestamptz,
  created_at timestamptz not null default cadre_now(),
  unique (organization_id, id),
  check (task_id is null or deliverable_id is null),
  foreign key (organization_id, agent_id) references agents (organization_id, id),
  foreign key (organization_id, task_id) references tasks (organization_id, id),
  foreign key (organization_id, deliverable_id) references deliverables (organization_id, id)
);
create index feedback_of_agent on feedback (agent_id, id desc) where withdrawn_at is null;
create index feedback_recent on feedback (organization_id, id desc) where withdrawn_at is null;

-- Results of everybody's, which every agent is shown.
create index deliverables_shared on deliverables (organization_id, created_at desc) where project_id is null and task_id is null;
-- Those of a project are shown at every step of its tasks.
create index deliverables_of_project on deliverables (project_id, created_at desc);
