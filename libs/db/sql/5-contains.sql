-- "Contains, whatever the case" under row-level security: ILIKE is not marked leakproof, so a trigram index never
-- answers it there. This operator is ILIKE under a leakproof name, with an operator class that indexes it:
--   create index … using gin (… platform.contains_ops);   where column operator(platform.~~~) '%text%'
create or replace function platform.matches_pattern(text, text) returns boolean
  language internal immutable strict leakproof parallel safe as 'texticlike';

do $$
begin
  if not exists (select from pg_operator where oprname = '~~~' and oprnamespace = 'platform'::regnamespace) then
    create operator platform.~~~ (
      leftarg = text, rightarg = text, function = platform.matches_pattern,
      restrict = iclikesel, join = iclikejoinsel
    );
    create operator class platform.contains_ops for type text using gin as
      operator 4 platform.~~~,
      function 1 btint4cmp (int4, int4),
      function 2 platform.gin_extract_value_trgm (text, internal),
      function 3 platform.gin_extract_query_trgm (text, internal, int2, internal, internal, internal, internal),
      function 4 platform.gin_trgm_consistent (internal, int2, text, int4, internal, internal, internal, internal),
      function 6 platform.gin_trgm_triconsistent (internal, int2, text, int4, internal, internal, internal),
      storage int4;
  end if;
end
$$;
