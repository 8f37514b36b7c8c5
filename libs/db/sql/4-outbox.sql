-- Events that stand or fall with the write that caused them. Called once by the first migration of a service that
-- has them. The relay reads by (xid, seq) below the horizon of running transactions: seq alone would pass rows
-- that commit late, created_at too (events.relay).
create or replace function platform.install_outbox(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
begin
  execute format($sql$
    create table %1$s.outbox (
      team_id uuid not null,
      id uuid not null,
      type text not null,
      payload json not null, -- json, not jsonb: the bytes are signed as they are stored
      xid xid8 not null default pg_current_xact_id(),
      seq bigint generated always as identity,
      created_at timestamptz not null default clock_timestamp(),
      traceparent text,
      primary key (team_id, id)
    )$sql$, service);
  execute format('create index outbox_order on %s.outbox (xid, seq)', service);
  perform platform.isolate_teams(format('%s.outbox', service)::regclass);
  execute format('revoke update, delete on %1$s.outbox from %1$s', service);
end
$installer$;
