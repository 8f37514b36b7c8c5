-- The audit log: one chain of hashes per team, written by auth_audit alone, changed by nobody (operation.audit-chain,
-- ADR 20).
create table auth.audit (
  team_id uuid not null,
  -- Place in the team's chain, from 1 without a gap.
  seq bigint not null,
  id uuid not null,
  -- When it happened; the chain is in order of arrival.
  created_at timestamptz not null,
  actor_type text not null,
  actor_id text,
  token_id text,
  action text not null,
  resource text not null,
  resource_id text,
  outcome text not null,
  changeset_id text,
  request_id text not null,
  patient_id text,
  code text,
  reason text,
  -- SHA-256 of the previous hash and the canonical bytes of this row (src/audit/chain.ts).
  hash bytea not null,
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (team_id, seq),
  constraint audit_id_key unique (team_id, id),
  constraint audit_seq check (seq > 0),
  constraint audit_hash check (octet_length(hash) = 32)
);
select platform.isolate_teams('auth.audit');
create index audit_created on auth.audit (team_id, created_at desc, id desc);
create index audit_patient on auth.audit (team_id, patient_id, created_at desc) where patient_id is not null;

-- Where each chain ends: what the writer locks, and what shows that a chain was cut short.
create table auth.audit_heads (
  team_id uuid not null,
  seq bigint not null,
  hash bytea not null,
  primary key (team_id)
);
select platform.isolate_teams('auth.audit_heads');

create function auth.refuse_change() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  raise exception 'the audit log is append only' using errcode = 'restrict_violation';
end
$$;
create trigger append_only before update or delete on auth.audit
  for each row execute function auth.refuse_change();
create trigger append_only_truncate before truncate on auth.audit
  for each statement execute function auth.refuse_change();
create trigger kept before delete on auth.audit_heads for each row execute function auth.refuse_change();
create trigger kept_truncate before truncate on auth.audit_heads
  for each statement execute function auth.refuse_change();
create trigger forward_only before update on auth.audit_heads
  for each row when (new.seq < old.seq or new.team_id <> old.team_id) execute function auth.refuse_change();

revoke insert, update, delete on auth.audit, auth.audit_heads from auth;
create policy writer on auth.audit to auth_audit using (true) with check (true);
create policy writer on auth.audit_heads to auth_audit using (true) with check (true);
grant select, insert on auth.audit to auth_audit;
grant select, insert, update on auth.audit_heads to auth_audit;
create policy lookup on auth.audit for select to auth_lookup using (true);
create policy lookup on auth.audit_heads for select to auth_lookup using (true);
grant select on auth.audit, auth.audit_heads to auth_lookup;
