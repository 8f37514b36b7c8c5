-- Rows and blocks are found by their words (context.search).
select platform.install_search('data');
-- What there is to walk through, of all teams.
create policy worker on data.bases for select to data_worker using (true);
grant select (team_id, id) on data.bases to data_worker;
