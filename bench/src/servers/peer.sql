-- The peer's tables: plain columns with the data and the indexes of ours, and the team's row-level security in the same
-- form. recorded_orders is the same table with an undo record for each insert, as ours has.
create schema peer;
grant connect on database jst to peer;
grant usage on schema peer to peer;

create table peer.orders (
  id uuid primary key default uuidv7(),
  team_id uuid not null default nullif(current_setting('app.team_id', true), '')::uuid,
  customer text not null,
  status text not null,
  amount float8 not null,
  ordered_on date not null,
  note text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index orders_created on peer.orders (team_id, created_at, id);
create table peer.recorded_orders (like peer.orders including all);

create table peer.changes (
  seq bigint generated always as identity primary key,
  team_id uuid not null,
  resource_id uuid not null,
  op text not null,
  after jsonb not null,
  request_id text not null,
  at timestamptz not null default clock_timestamp()
);
create index changes_resource on peer.changes (team_id, resource_id, seq);

create function peer.record() returns trigger language plpgsql as $$
begin
  insert into peer.changes (team_id, resource_id, op, after, request_id)
  values (new.team_id, new.id, 'create', to_jsonb(new), current_setting('app.request_id'));
  return null;
end
$$;
create trigger recorded after insert on peer.recorded_orders for each row execute function peer.record();

do $$
declare
  name text;
  team constant text := '(select nullif(current_setting(''app.team_id'', true), '''')::uuid)';
begin
  foreach name in array array['orders', 'recorded_orders', 'changes'] loop
    execute format('alter table peer.%I enable row level security', name);
    execute format('create policy team on peer.%I using (team_id = %s) with check (team_id = %s)', name, team, team);
    execute format('grant select, insert, update, delete on peer.%I to peer', name);
  end loop;
end
$$;

-- The peer offers filters and orders on indexed columns only, unless told otherwise.
comment on column peer.orders.status is '@behavior +filterBy';
comment on column peer.orders.amount is '@behavior +orderBy';
comment on table peer.changes is '@behavior -*';

insert into peer.orders (id, team_id, customer, status, amount, ordered_on, note, created_at, updated_at)
select id, team_id, data ->> 'customer', data ->> 'status', (data ->> 'amount')::float8,
  (data ->> 'ordered_on')::date, data ->> 'note', created_at, updated_at
from data.rows where data ? 'ordered_on';
