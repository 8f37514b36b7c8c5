-- Secrets of teams among their settings, such as that of sign-in with a provider: sealed, with JSON null for a value.
alter table auth.settings add column sealed bytea;
