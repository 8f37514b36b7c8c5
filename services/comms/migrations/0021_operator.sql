-- An operator has secrets sealed anew (comms.settings); the worker, who sees all teams, reads and writes them for that.
create policy worker on comms.settings to comms_worker using (true) with check (true);
grant select (team_id, key, sealed), update (sealed) on comms.settings to comms_worker;
