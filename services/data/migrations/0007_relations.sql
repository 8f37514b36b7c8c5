-- Relation columns: a link and the deletion of its target wait for each other, and the relation columns of a team are
-- found without looking at all its columns.
create index columns_relations on columns (team_id, table_id) where type = 'relation';

-- Whoever links to rows of a table shares its lock; whoever deletes a row that links are cleared of holds it alone.
create function links_lock(table_id uuid) returns bigint language sql immutable set search_path = pg_catalog
  return hashtextextended('data.links ' || table_id, 0);

-- Shares the links of these tables until the transaction ends, in one order for everybody; true, so that it can stand in
-- a condition.
create function share_links(linked_tables uuid[]) returns boolean
  language plpgsql volatile set search_path = data, pg_catalog as $$
declare
  linked uuid;
begin
  for linked in select t from unnest(linked_tables) t order by t loop
    perform pg_advisory_xact_lock_shared(links_lock(linked));
  end loop;
  return true;
end
$$;

-- The version of the columns only ever grows: it is no part of an undo record, which would turn it back.
create or replace trigger tables_recorded after insert or update or delete on tables
  for each row execute function record_change('tables', 'schema_version');
