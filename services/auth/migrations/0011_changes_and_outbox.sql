-- Token writes that a caller makes leave an undo record; every write of auth can leave an audit entry (ADR 20).
select platform.install_changes('auth');
select platform.install_outbox('auth');
select platform.install_relay('auth');

-- The operator's work and Check's denials belong to no team's transaction.
create policy lookup on auth.outbox for insert to auth_lookup with check (true);
grant insert on auth.outbox to auth_lookup;

-- Only what a caller did, never the platform's own upkeep such as last_used_at; never the hash.
create trigger tokens_recorded after insert or delete or update of name, scopes, revoked_at on auth.tokens
  for each row when (nullif(current_setting('app.changeset_id', true), '') is not null)
  execute function auth.record_change('tokens', 'hash');

-- The list: newest first.
create index tokens_created on auth.tokens (team_id, created_at desc, id desc);
create index tokens_family on auth.tokens (team_id, family_id) where family_id is not null;
