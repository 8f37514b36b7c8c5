-- Operator classes of indexes beside the leakproof functions, which they are made of: an index of another operator than
-- the built-in one needs a class of its own. Without a superuser the built-in classes replace these, under the same
-- operators (src/operator-classes.ts).
alter function platform.jsonb_number(jsonb, text) leakproof;
alter function platform.jsonb_boolean(jsonb, text) leakproof;
alter function platform.jsonb_members(jsonb) leakproof;
alter function platform.jsonb_joined(jsonb, integer) leakproof;
alter function platform.choice_places(jsonb, text[], integer) leakproof;

do $$
begin
  if not exists (select from pg_opclass where opcname = 'contains_ops' and opcnamespace = 'platform'::regnamespace) then
    create operator class platform.contains_ops for type text using gin as
      operator 4 platform.~~~,
      function 1 btint4cmp (int4, int4),
      function 2 platform.gin_extract_value_trgm (text, internal),
      function 3 platform.gin_extract_query_trgm (text, internal, int2, internal, internal, internal, internal),
      function 4 platform.gin_trgm_consistent (internal, int2, text, int4, internal, internal, internal, internal),
      function 6 platform.gin_trgm_triconsistent (internal, int2, text, int4, internal, internal, internal),
      storage int4;
  end if;
  if not exists (select from pg_opclass where opcname = 'tags_ops' and opcnamespace = 'platform'::regnamespace) then
    create operator class platform.tags_ops for type text[] using gin as
      operator 1 platform.&&&,
      function 1 bttextcmp (text, text),
      function 2 ginarrayextract (anyarray, internal, internal),
      function 3 ginqueryarrayextract (anyarray, internal, int2, internal, internal, internal, internal),
      function 4 ginarrayconsistent (internal, int2, anyarray, int4, internal, internal, internal, internal),
      function 6 ginarraytriconsistent (internal, int2, anyarray, int4, internal, internal, internal),
      storage text;
  end if;
  -- It keeps long texts as hashes, so that no entry can be too long, whatever the array holds.
  if not exists (select from pg_opclass where opcname = 'members_ops' and opcnamespace = 'platform'::regnamespace) then
    create operator class platform.members_ops for type jsonb using gin as
      operator 10 platform.?| (jsonb, text[]),
      operator 11 platform.?& (jsonb, text[]),
      function 1 gin_compare_jsonb (text, text),
      function 2 gin_extract_jsonb (jsonb, internal, internal),
      function 3 gin_extract_jsonb_query (jsonb, internal, int2, internal, internal, internal, internal),
      function 4 gin_consistent_jsonb (internal, int2, jsonb, int4, internal, internal, internal, internal),
      function 6 gin_triconsistent_jsonb (internal, int2, jsonb, int4, internal, internal, internal),
      storage text;
  end if;
  if not exists (select from pg_opclass where opcname = 'words_ops' and opcnamespace = 'platform'::regnamespace) then
    create operator class platform.words_ops for type tsvector using gin as
      operator 1 platform.@@ (tsvector, tsquery),
      function 1 gin_cmp_tslexeme (text, text),
      function 2 gin_extract_tsvector (tsvector, internal, internal),
      function 3 gin_extract_tsquery (tsvector, internal, int2, internal, internal, internal, internal),
      function 4 gin_tsquery_consistent (internal, int2, tsvector, int4, internal, internal, internal, internal),
      function 5 gin_cmp_prefix (text, text, int2, internal),
      function 6 gin_tsquery_triconsistent (internal, int2, tsvector, int4, internal, internal, internal),
      storage text;
  end if;
end
$$;
