-- A page of a provider is ended when nothing is owed on it any more, and before another one is opened for the same.
-- `asked` is what the page was asked for with, `settled_reference` the one of which the provider has said how it ended.
alter table commerce.attempts
  add column asked text,
  add column ended_at timestamptz,
  add column processing_at timestamptz,
  add column settled_reference text;

-- Pages of providers that are to be ended; a row goes when that is done, or when the page has ended by itself.
create table commerce.session_ends (
  team_id uuid not null,
  reference text not null,
  due_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null,
  primary key (team_id, reference)
);
select platform.isolate_teams('commerce.session_ends');
create index session_ends_due on commerce.session_ends (due_at);
create policy worker on commerce.session_ends for select to commerce_worker using (true);
grant select (team_id, due_at) on commerce.session_ends to commerce_worker;
