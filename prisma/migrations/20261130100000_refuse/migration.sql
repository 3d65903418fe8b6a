-- Fails the statement that asks for it, and with it everything that was sent behind it: a transaction that is sent whole, its commit
-- included, has nobody else to stop it (PERF-P5).
create function cadre_refuse(p_why text) returns boolean language plpgsql as $$
begin
  raise exception using message = p_why, errcode = 'CA001';
end $$;
