-- Providers that an organization connected. Keys are sealed by the application; the database never sees one.
create table llm_providers (
  id text primary key,
  organization_id text not null references organizations (id),
  kind text not null check (kind in ('anthropic', 'openai', 'openai-compatible')),
  name text not null,
  base_url text,
  sealed_key text,
  key_ending text,
  costs_nothing boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(6) not null default cadre_now(),
  updated_at timestamptz(6) not null default cadre_now(),
  unique (organization_id, id),
  unique (organization_id, name)
);

-- The model that agents use: an agent's own, else the organization's, else what the environment says.
alter table organizations
  add column llm_provider_id text,
  add column llm_model text,
  add constraint organizations_llm_choice_whole check ((llm_provider_id is null) = (llm_model is null)),
  add constraint organizations_id_llm_provider_id_fkey foreign key (id, llm_provider_id) references llm_providers (organization_id, id);

alter table agents
  add column llm_provider_id text,
  add column llm_model text,
  add constraint agents_llm_choice_whole check ((llm_provider_id is null) = (llm_model is null)),
  add constraint agents_organization_id_llm_provider_id_fkey foreign key (organization_id, llm_provider_id) references llm_providers (organization_id, id);
