-- "Contains, whatever the case": ILIKE under a name of its own, which is leakproof where the schema is.
--   create index … using gin (… platform.contains_ops);   where column operator(platform.~~~) '%text%'
do $$
begin
  if not exists (select from pg_operator where oprname = '~~~' and oprnamespace = 'platform'::regnamespace) then
    create operator platform.~~~ (
      leftarg = text, rightarg = text, function = platform.matches_pattern,
      restrict = iclikesel, join = iclikejoinsel
    );
  end if;
end
$$;
