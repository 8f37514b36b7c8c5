-- Another platform's table: the first peer's columns and rows, without its row-level security. `platform` stands for
-- the platform's name.
create schema platform authorization platform;
grant connect on database jst to platform;
alter role platform set search_path = platform;
create table platform.orders (like peer.orders including defaults, primary key (id));
alter table platform.orders owner to platform, alter team_id drop default, drop version;
insert into platform.orders
select id, team_id, customer, status, amount, ordered_on, note, created_at, updated_at from peer.orders;
