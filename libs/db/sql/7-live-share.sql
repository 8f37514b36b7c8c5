-- The share of a table's rows that are not marked as deleted, as ANALYZE last saw it; null before. PostgreSQL hides what
-- it knows of values from whoever is under row-level security: this tells one number, of one column, and no value.
create or replace function platform.live_share(relation regclass) returns real
  language sql stable strict security definer set search_path = pg_catalog
  return (select s.stanullfrac
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_statistic s on s.starelid = a.attrelid and s.staattnum = a.attnum and not s.stainherit
    where a.attrelid = relation and a.attname = 'deleted_at');
