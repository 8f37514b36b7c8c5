-- Lists that search all texts of a table (q) may wish for an index too; its field is empty, for it is of the whole row.
alter table index_wishes drop constraint index_wishes_kind_check;
alter table index_wishes add constraint index_wishes_kind_check
  check (kind in ('sort', 'match', 'contains', 'search'));
