-- What happened in one organization, newest first, and what a client of its stream missed.
create index outbox_of_organization on outbox (organization_id, position) where position is not null;
