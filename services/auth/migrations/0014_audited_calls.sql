-- The call of a tool that an entry is about, as JSON text: it is hashed as it came (ADR 34).
alter table auth.audit add column call text;
