-- The member who answers for the token that an entry names (operation.audit-list).
alter table auth.audit add column sponsor_id text;
