-- What follows from an act by itself, a session, mail or a run that was made for it, is no act of a person: it filled the audit with
-- three lines for every task that was created, and each of them cost as much as the task's own row (PERF-P5).
drop trigger outbox_audit on outbox;
-- The operator at the installation's own command line is nobody's account, and yet a person.
create trigger outbox_audit after insert on outbox
  for each row when (new.type !~ '^(session\.created|item\.posted|run\.queued)$'
    and (new.actor_kind = 'person' or (new.actor_kind = 'system' and new.actor_id = 'operator')))
  execute function cadre_audit();
