-- What was seeded into a team, by kind of thing (operation.seeds): a second run makes nothing and answers the same ids.
create table data.seeds (
  team_id uuid not null,
  plural text not null,
  ids uuid[] not null,
  primary key (team_id, plural)
);
select platform.isolate_teams('data.seeds');
