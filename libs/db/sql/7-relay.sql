-- Installs the relay, which carries the outbox to the broker. Called once, after install_outbox. Role <service>_relay
-- may read the events of all teams and nothing else; its position is that of the broker's last acknowledgement.
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

-- Lets the relay find out that the broker has lost acknowledged events, and go back to them (ADR 23). Called once,
-- after install_relay. Events stay for a week, so that the relay can go back; the relay cannot remove younger ones.
create or replace function platform.install_relay_recovery(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
begin
  execute format($sql$
    alter table %1$s.relay_position
      -- For each partition: the last offset that the broker acknowledged, and when.
      add column acknowledged jsonb not null default '{}',
      -- An operator wants what was stored from then on to go out again.
      add column replay_from timestamptz,
      -- Why the relay could not go on when it last tried, for the operator.
      add column fault text,
      add column fault_at timestamptz$sql$, service);
  execute format($sql$
    create policy relay_reaps on %1$s.outbox for delete to %1$s_relay
      using (created_at < now() - interval '7 days')$sql$, service);
  execute format('grant delete on %1$s.outbox to %1$s_relay', service);
end
$installer$;
