-- What an operator has set for a team's commerce (commerce.settings); secrets are sealed, and never in `value`.
create table commerce.settings (
  team_id uuid not null,
  key text not null,
  value text,
  sealed bytea,
  updated_at timestamptz not null default now(),
  primary key (team_id, key),
  constraint settings_one_form check ((value is null) <> (sealed is null))
);
select platform.isolate_teams('commerce.settings');

-- The time by which everything of a team is decided that time decides (commerce.clock): that of its test clock while it
-- has one and tests, else the real one. What happened is noted by the real one.
create function commerce.now_of(team uuid) returns timestamptz language sql volatile set search_path = pg_catalog as $$
  select coalesce(
    (select c.value::timestamptz from commerce.settings c
      where c.team_id = team and c.key = 'commerce.clock'
        and exists (select from commerce.settings t
          where t.team_id = team and t.key = 'commerce.test' and t.value = 'true')),
    clock_timestamp());
$$;

-- A setting of a team; `fallback` where it is not set.
create function commerce.setting_of(team uuid, named text, fallback text) returns text language sql stable
  set search_path = pg_catalog as $$
  select coalesce((select s.value from commerce.settings s where s.team_id = team and s.key = named), fallback);
$$;

-- Who sells, as it was when the invoice was finalized.
alter table commerce.invoices add column bill_from jsonb;
