-- Why a token was revoked (tokens.list); null for a token that lives, and for one that was revoked before this was kept.
alter table auth.tokens
  add column revoked_reason text,
  add constraint tokens_revoked_reason check (
    revoked_reason in ('revoked', 'refresh_replay', 'member_removed', 'minter_removed', 'disconnected', 'code_replay',
      'revoked_by_client')
  );
