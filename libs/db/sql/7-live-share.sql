-- The share of a table's rows that are not marked as deleted, as ANALYZE last saw it; null before. PostgreSQL hides its
-- statistics of values from roles under row-level security: this function returns one number about one column, and no
-- value. An owner without superuser rights sees it for tables that do not force row-level security on their owners (ADR
-- 44).
create or replace function platform.live_share(relation regclass) returns real
  language sql stable strict security definer set search_path = pg_catalog
  return (select s.null_frac
    from pg_catalog.pg_stats s
    -- Names that are known beforehand lead to the one table; the view would be read for all tables otherwise.
    where s.schemaname = (select c.relnamespace::regnamespace::text from pg_catalog.pg_class c where c.oid = relation)
      and s.tablename = (select c.relname from pg_catalog.pg_class c where c.oid = relation)
      and s.attname = 'deleted_at' and not s.inherited);
