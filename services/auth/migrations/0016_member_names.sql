-- What a member is called (tokens.members); nobody has said it of those that are there.
alter table auth.members add column name text;
