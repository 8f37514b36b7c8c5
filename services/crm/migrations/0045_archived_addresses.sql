-- Lists find an archived contact by its primary address (contacts.known-address).
create index contacts_email_archived on crm.contacts (team_id, email_key) where archived_at is not null;
