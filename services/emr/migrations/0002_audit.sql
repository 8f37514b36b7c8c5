-- Who looked at which chart: one chain of hashes per team, written by emr_audit alone, changed by nobody
-- (clinical.audit).
create table emr.audit (
  team_id uuid not null,
  -- Place in the team's chain, from 1 without a gap.
  seq bigint not null,
  id uuid not null,
  created_at timestamptz not null,
  actor_type text not null,
  actor_id text,
  token_id text,
  action text not null,
  resource text not null,
  resource_id text,
  outcome text not null,
  code text,
  request_id text not null,
  patient_id text,
  contact_id text,
  route text not null,
  status integer not null,
  ip text,
  user_agent text,
  purpose_of_use text,
  prev_hash bytea not null,
  -- SHA-256 of the previous hash and the canonical bytes of this row (src/access/chain.ts).
  hash bytea not null,
  primary key (team_id, seq),
  constraint audit_id_key unique (team_id, id),
  constraint audit_seq check (seq > 0),
  constraint audit_hash check (octet_length(hash) = 32 and octet_length(prev_hash) = 32)
);
select platform.isolate_teams('emr.audit');
create index audit_created on emr.audit (team_id, created_at desc, id desc);
create index audit_patient on emr.audit (team_id, patient_id, created_at desc) where patient_id is not null;
create index audit_contact on emr.audit (team_id, contact_id, created_at desc) where contact_id is not null;

-- Where each chain ends: what the writer locks, and what shows that a chain was cut short.
create table emr.audit_heads (
  team_id uuid not null,
  seq bigint not null,
  hash bytea not null,
  primary key (team_id)
);
select platform.isolate_teams('emr.audit_heads');

create function emr.refuse_change() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  raise exception 'the audit log is append only' using errcode = 'restrict_violation';
end
$$;
create trigger append_only before update or delete on emr.audit
  for each row execute function emr.refuse_change();
create trigger append_only_truncate before truncate on emr.audit
  for each statement execute function emr.refuse_change();
create trigger kept before delete on emr.audit_heads for each row execute function emr.refuse_change();
create trigger kept_truncate before truncate on emr.audit_heads
  for each statement execute function emr.refuse_change();
create trigger forward_only before update on emr.audit_heads
  for each row when (new.seq < old.seq or new.team_id <> old.team_id) execute function emr.refuse_change();

-- The service that reads charts cannot even see who has read them.
revoke select, insert, update, delete on emr.audit, emr.audit_heads from emr;
create policy writer on emr.audit to emr_audit using (true) with check (true);
create policy writer on emr.audit_heads to emr_audit using (true) with check (true);
grant select, insert on emr.audit to emr_audit;
grant select, insert, update on emr.audit_heads to emr_audit;
