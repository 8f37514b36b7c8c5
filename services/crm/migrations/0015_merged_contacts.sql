-- A contact that was merged into another is archived and names that one, until it is restored (contacts.merge).
alter table crm.contacts add column merged_into uuid;

create function crm.forget_merge() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  new.merged_into := null;
  return new;
end
$$;
create trigger contacts_restored before update on crm.contacts
  for each row when (new.archived_at is null and new.merged_into is not null)
  execute function crm.forget_merge();
