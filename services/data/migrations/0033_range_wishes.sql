-- Lists that ask for what lies between or beside values wish for less than those that ask for one: the index of a sort by
-- the same column serves them too (ADR 0013).
alter table index_wishes drop constraint index_wishes_kind_check;
alter table index_wishes add constraint index_wishes_kind_check
  check (kind in ('sort', 'match', 'range', 'contains', 'search', 'members', 'deleted'));
