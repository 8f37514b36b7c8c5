-- Lists of deleted rows may wish for an index too (ADR 0013); its field is empty, for it is of whole rows.
alter table index_wishes drop constraint index_wishes_kind_check;
alter table index_wishes add constraint index_wishes_kind_check
  check (kind in ('sort', 'match', 'contains', 'search', 'members', 'deleted'));
-- The service asks with these from now on: fails before the bootstrap has made them.
select 'platform.jsonb_members(jsonb)'::regprocedure, 'platform.jsonb_joined(jsonb, integer)'::regprocedure;
