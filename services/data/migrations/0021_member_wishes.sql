-- Lists that ask for members of a column of lists may wish for an index too (ADR 0013).
alter table index_wishes drop constraint index_wishes_kind_check;
alter table index_wishes add constraint index_wishes_kind_check
  check (kind in ('sort', 'match', 'contains', 'search', 'members'));
-- The service asks with this operator from now on: fails before the bootstrap has made it.
select 'platform.?|(jsonb, text[])'::regoperator;
