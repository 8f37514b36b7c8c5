-- How often a second use of a refresh token was forgiven: such a token never ends its grant (oauth.refresh).
alter table auth.refresh_tokens add column forgiven integer not null default 0;
