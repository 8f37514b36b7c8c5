-- A team asks for a test event or for what failed to be posted again: its own rows, under its row-level security.
grant insert on deliveries to webhooks;
grant insert, update on feed_heads to webhooks;
create index deliveries_failed on deliveries (team_id, endpoint_id, failed_at) where status = 'failed';
