-- "Has one of these texts": && of arrays of texts under a name of its own, which is leakproof where the schema is.
--   create index … using gin (tags platform.tags_ops);   where tags operator(platform.&&&) array['vip']
do $$
begin
  if not exists (select from pg_operator where oprname = '&&&' and oprnamespace = 'platform'::regnamespace) then
    create operator platform.&&& (
      leftarg = text[], rightarg = text[], function = platform.texts_overlap, commutator = operator(platform.&&&),
      restrict = matchingsel, join = matchingjoinsel
    );
  end if;
end
$$;

-- The same of a JSON array's texts, and "has all of these":
--   create index … using gin (platform.jsonb_field(data, 'tags') platform.members_ops);
--   where platform.jsonb_field(data, 'tags') operator(platform.?|) array['vip']
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
  end if;
end
$$;

-- "Has none but these", a JSON array of texts too. It leads to no index: by the mark PostgreSQL knows how many rows have others.
--   where platform.jsonb_field(data, 'tags') operator(platform.<@) '["vip"]'
do $$
begin
  if not exists (select from pg_operator where oprname = '<@' and oprnamespace = 'platform'::regnamespace) then
    create operator platform.<@ (
      leftarg = jsonb, rightarg = jsonb, function = platform.members_among,
      restrict = matchingsel, join = matchingjoinsel
    );
  end if;
end
$$;
