-- The second peer's table: the columns, rows and index of the first one's, without its row-level security.
create schema directus authorization directus;
grant connect on database jst to directus;
alter role directus set search_path = directus;
set role directus;
create table directus.orders (
  id uuid primary key default uuidv7(),
  team_id uuid not null,
  customer text not null,
  status text not null,
  amount float8 not null,
  ordered_on date not null,
  note text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index orders_created on directus.orders (team_id, created_at, id);
reset role;
insert into directus.orders
select id, team_id, customer, status, amount, ordered_on, note, created_at, updated_at from peer.orders;
analyze directus.orders;
