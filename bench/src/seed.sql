-- $1 table, $2 number of rows, $3 of the row before them, written by the database the way the service writes them: undo records included.
insert into data.rows (team_id, table_id, data, created_at, updated_at, created_by_type, created_by_id)
select current_setting('app.team_id')::uuid, $1, jsonb_build_object(
    'customer', 'Customer ' || (n * 7919) % 9973,
    'status', (array['open', 'paid', 'sent', 'lost', 'draft'])[1 + (n * 31) % 5],
    'amount', ((n * 104729) % 1000000) / 100.0,
    'ordered_on', to_char(date '2020-01-01' + (n % 2000)::integer, 'YYYY-MM-DD'),
    'note', 'Order number ' || n || ', to be delivered to the back door between eight and ten'),
  at, at, 'service', current_setting('app.actor_id')
from generate_series($3::bigint + 1, $3::bigint + $2::bigint) n, lateral (select now() - n * interval '1 minute' as at) t
