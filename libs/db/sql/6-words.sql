-- "Has these words": @@ of a tsvector under a name of its own, which is leakproof where the schema is.
--   create index … using gin (words platform.words_ops);   where words operator(platform.@@) 'ada | lovelace'
do $$
begin
  if not exists (select from pg_operator where oprname = '@@' and oprnamespace = 'platform'::regnamespace) then
    create operator platform.@@ (
      leftarg = tsvector, rightarg = tsquery, function = platform.words_match,
      restrict = tsmatchsel, join = tsmatchjoinsel
    );
  end if;
end
$$;
