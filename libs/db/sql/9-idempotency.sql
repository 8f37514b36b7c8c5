-- Replies of writes that a client has named with an Idempotency-Key, kept for 24 hours (conventions.idempotency).
-- Called once per service. A row is stored in the transaction of the write it answers, so the two exist together or not
-- at all.
create or replace function platform.install_idempotency(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
begin
  execute format($sql$
    create table %1$s.idempotency_keys (
      team_id uuid not null,
      -- SHA-256 of whose key it is, what it was sent to, and the key.
      id bytea not null,
      -- SHA-256 of what was asked.
      fingerprint bytea not null,
      status integer not null,
      headers json not null,
      -- As it was sent, but for its secrets.
      body text not null,
      created_at timestamptz not null default now(),
      primary key (team_id, id)
    )$sql$, service);
  perform platform.isolate_teams(format('%s.idempotency_keys', service)::regclass);
  -- For the reaper, which belongs to no team: expired rows of every team may go. It reads nothing.
  execute format($sql$
    create policy reap on %1$s.idempotency_keys for delete to %1$s
      using (created_at < now() - interval '24 hours')$sql$, service);
end
$installer$;
