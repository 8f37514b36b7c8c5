-- What carries the outbox to the broker. Called once, after install_outbox. Role <service>_relay may read the events
-- of all teams and nothing else; its position is where the broker's acknowledgements have come to.
create or replace function platform.install_relay(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
begin
  execute format($sql$
    create table %1$s.relay_position (
      topic text primary key,
      xid xid8 not null,
      seq bigint not null,
      moved_at timestamptz not null default clock_timestamp()
    )$sql$, service);
  execute format('revoke all on %1$s.relay_position from %1$s', service);
  execute format('grant select, insert, update on %1$s.relay_position to %1$s_relay', service);
  execute format('create policy relay on %1$s.outbox for select to %1$s_relay using (true)', service);
  execute format('grant select on %1$s.outbox to %1$s_relay', service);
end
$installer$;
