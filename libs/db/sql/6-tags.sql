-- "Has one of these texts" under row-level security: the built-in && of arrays is not marked leakproof, so a GIN
-- index never answers it there. This operator is && of texts under a leakproof name, with an operator class:
--   create index … using gin (tags platform.tags_ops);   where tags operator(platform.&&&) array['vip']
create or replace function platform.texts_overlap(text[], text[]) returns boolean
  language internal immutable strict leakproof parallel safe as 'arrayoverlap';

do $$
begin
  if not exists (select from pg_operator where oprname = '&&&' and oprnamespace = 'platform'::regnamespace) then
    create operator platform.&&& (
      leftarg = text[], rightarg = text[], function = platform.texts_overlap, commutator = operator(platform.&&&),
      restrict = matchingsel, join = matchingjoinsel
    );
    create operator class platform.tags_ops for type text[] using gin as
      operator 1 platform.&&&,
      function 1 bttextcmp (text, text),
      function 2 ginarrayextract (anyarray, internal, internal),
      function 3 ginqueryarrayextract (anyarray, internal, int2, internal, internal, internal, internal),
      function 4 ginarrayconsistent (internal, int2, anyarray, int4, internal, internal, internal, internal),
      function 6 ginarraytriconsistent (internal, int2, anyarray, int4, internal, internal, internal),
      storage text;
  end if;
end
$$;

-- The same of a JSON array's texts, and "has all of these". Its index keeps long texts as hashes, so that no entry can be too
-- long, whatever the array holds:
--   create index … using gin (platform.jsonb_field(data, 'tags') platform.members_ops);
--   where platform.jsonb_field(data, 'tags') operator(platform.?|) array['vip']
create or replace function platform.members_overlap(jsonb, text[]) returns boolean
  language internal immutable strict leakproof parallel safe as 'jsonb_exists_any';
create or replace function platform.members_include(jsonb, text[]) returns boolean
  language internal immutable strict leakproof parallel safe as 'jsonb_exists_all';

do $$
begin
  if not exists (select from pg_operator where oprname = '?|' and oprnamespace = 'platform'::regnamespace) then
    create operator platform.?| (
      leftarg = jsonb, rightarg = text[], function = platform.members_overlap,
      restrict = matchingsel, join = matchingjoinsel
    );
    create operator platform.?& (
      leftarg = jsonb, rightarg = text[], function = platform.members_include,
      restrict = matchingsel, join = matchingjoinsel
    );
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
end
$$;
