-- Lists sort contacts by name in ICU's root order (conventions.text-order); teams of another locale sort their own.
create index contacts_ordered on crm.contacts (team_id, (left(display_name, 200) collate platform.und), id) where archived_at is null;
drop index crm.contacts_named;
