-- A transaction that stores many contacts takes a bounded number of turns: each is a lock in the memory that all share.
create or replace function crm.take_turns(team uuid, wanted crm.contact_keys[]) returns void language plpgsql
  set search_path = pg_catalog as $$
declare
  turn bigint;
begin
  -- In one order for everybody.
  for turn in
    select distinct hashtextextended('contact keys ' || team || (hashtextextended(w.reason || w.key, 0) & 1023), 0)
    from unnest(wanted) w order by 1
  loop
    perform pg_advisory_xact_lock(turn);
  end loop;
end
$$;
