-- Schema comms as its migrations leave it, written by its migrations test. Do not edit.

create table comms.changes (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  changeset_id uuid not null,
  seq bigint not null generated always as identity,
  resource text not null,
  resource_id uuid not null,
  op text not null,
  before jsonb,
  after jsonb,
  actor_type text not null,
  actor_id text not null,
  token_id text not null,
  request_id text not null,
  at timestamp with time zone not null default clock_timestamp(),
  door text,
  constraint changes_op_check CHECK ((op = ANY (ARRAY['create'::text, 'update'::text, 'delete'::text]))),
  constraint changes_pkey PRIMARY KEY (team_id, changeset_id, seq)
);
alter table comms.changes enable row level security;
alter table comms.changes force row level security;

create table comms.changesets (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null,
  status text not null,
  rpc text,
  request jsonb,
  summary text not null,
  operations jsonb,
  door text,
  token_id text not null,
  token_type text not null,
  actor_id text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  decided_by_type text,
  decided_by_id text,
  decided_at timestamp with time zone,
  reason text,
  executed_at timestamp with time zone,
  undone_at timestamp with time zone,
  undo_of uuid,
  constraint changesets_pkey PRIMARY KEY (team_id, id),
  constraint changesets_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'executed'::text, 'rejected'::text, 'withdrawn'::text, 'expired'::text, 'conflicted'::text, 'failed'::text, 'undone'::text])))
);
alter table comms.changesets enable row level security;
alter table comms.changesets force row level security;

create table comms.consents (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  address text not null,
  contact_id uuid,
  channel text not null,
  purpose text not null,
  status text not null,
  basis text,
  source text not null,
  evidence jsonb not null,
  at timestamp with time zone not null default clock_timestamp(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  constraint consents_channel CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp'::text, 'in_app'::text]))),
  constraint consents_pkey PRIMARY KEY (team_id, id),
  constraint consents_purpose CHECK ((purpose = ANY (ARRAY['transactional'::text, 'marketing'::text]))),
  constraint consents_status CHECK ((status = ANY (ARRAY['unknown'::text, 'opted_in'::text, 'opted_out'::text])))
);
alter table comms.consents enable row level security;
alter table comms.consents force row level security;

create table comms.idempotency_keys (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id bytea not null,
  fingerprint bytea not null,
  status integer not null,
  headers json not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (team_id, id)
);
alter table comms.idempotency_keys enable row level security;
alter table comms.idempotency_keys force row level security;

create table comms.migrations (
  id integer not null default nextval('comms.migrations_id_seq'::regclass),
  name character varying(255) not null,
  run_on timestamp without time zone not null,
  constraint migrations_pkey PRIMARY KEY (id)
);

create table comms.outbox (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null,
  type text not null,
  payload json not null,
  xid xid8 not null default pg_current_xact_id(),
  seq bigint not null generated always as identity,
  created_at timestamp with time zone not null default clock_timestamp(),
  traceparent text,
  constraint outbox_pkey PRIMARY KEY (team_id, id)
);
alter table comms.outbox enable row level security;
alter table comms.outbox force row level security;

create table comms.relay_position (
  topic text not null,
  xid xid8 not null,
  seq bigint not null,
  moved_at timestamp with time zone not null default clock_timestamp(),
  acknowledged jsonb not null default '{}'::jsonb,
  replay_from timestamp with time zone,
  fault text,
  fault_at timestamp with time zone,
  constraint relay_position_pkey PRIMARY KEY (topic)
);

create table comms.suppressions (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  address text not null,
  channel text not null,
  reason text not null,
  note text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  constraint suppressions_channel CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp'::text]))),
  constraint suppressions_pkey PRIMARY KEY (team_id, id),
  constraint suppressions_reason CHECK ((reason = ANY (ARRAY['manual'::text, 'hard_bounce'::text, 'spam_complaint'::text])))
);
alter table comms.suppressions enable row level security;
alter table comms.suppressions force row level security;

create table comms.templates (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  name text not null,
  channel text not null,
  subject text,
  text text,
  html text,
  description text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  constraint templates_channel CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp'::text, 'in_app'::text]))),
  constraint templates_pkey PRIMARY KEY (team_id, id)
);
alter table comms.templates enable row level security;
alter table comms.templates force row level security;

CREATE INDEX changes_resource ON comms.changes USING btree (team_id, resource, resource_id, seq);

CREATE INDEX changesets_waiting ON comms.changesets USING btree (expires_at) WHERE (status = 'queued'::text);

CREATE INDEX consents_created ON comms.consents USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX consents_standing ON comms.consents USING btree (team_id, address, channel, purpose, at DESC, id DESC);

CREATE INDEX consents_updated ON comms.consents USING btree (team_id, updated_at, id);

CREATE INDEX outbox_order ON comms.outbox USING btree (xid, seq);

CREATE INDEX suppressions_created ON comms.suppressions USING btree (team_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX suppressions_standing ON comms.suppressions USING btree (team_id, address, channel) WHERE (deleted_at IS NULL);

CREATE INDEX suppressions_updated ON comms.suppressions USING btree (team_id, updated_at, id);

CREATE INDEX templates_created ON comms.templates USING btree (team_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX templates_name_taken ON comms.templates USING btree (team_id, name) WHERE (deleted_at IS NULL);

CREATE INDEX templates_updated ON comms.templates USING btree (team_id, updated_at, id);

create policy team on comms.changes for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy expiry on comms.changesets for select to comms_relay
  using (status = 'queued'::text)
  with check;

create policy team on comms.changesets for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on comms.consents for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy reap on comms.idempotency_keys for delete to comms
  using (created_at < (now() - '24:00:00'::interval))
  with check;

create policy team on comms.idempotency_keys for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy relay on comms.outbox for select to comms_relay
  using true
  with check;

create policy relay_reaps on comms.outbox for delete to comms_relay
  using (created_at < (now() - '7 days'::interval))
  with check;

create policy team on comms.outbox for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on comms.suppressions for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on comms.templates for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

CREATE TRIGGER consents_recorded AFTER INSERT OR DELETE OR UPDATE ON comms.consents FOR EACH ROW EXECUTE FUNCTION comms.record_change('consents');

CREATE TRIGGER suppressions_recorded AFTER INSERT OR DELETE OR UPDATE ON comms.suppressions FOR EACH ROW EXECUTE FUNCTION comms.record_change('suppressions');

CREATE TRIGGER templates_recorded AFTER INSERT OR DELETE OR UPDATE ON comms.templates FOR EACH ROW EXECUTE FUNCTION comms.record_change('templates');

CREATE OR REPLACE FUNCTION comms.record_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
    declare
      old_image jsonb;
      new_image jsonb;
      row_team uuid;
      row_id uuid;
      op text := 'update';
    begin
      if tg_op = 'INSERT' then
        op := 'create';
      else
        old_image := to_jsonb(old);
        row_team := old.team_id;
        row_id := old.id;
      end if;
      if tg_op = 'DELETE' then
        op := 'delete';
      else
        new_image := to_jsonb(new);
        row_team := new.team_id;
        row_id := new.id;
      end if;
      if tg_nargs > 1 then
        old_image := old_image - tg_argv[1:];
        new_image := new_image - tg_argv[1:];
      end if;
      if tg_op = 'UPDATE' then
        if old_image = new_image then
          return null;
        -- Archiving and soft deletion are the deletes a caller sees (trust.archived).
        elsif (old_image ->> 'archived_at' is null and new_image ->> 'archived_at' is not null)
           or (old_image ->> 'deleted_at' is null and new_image ->> 'deleted_at' is not null) then
          op := 'delete';
        end if;
      end if;
      insert into comms.changes (team_id, changeset_id, resource, resource_id, op, before, after,
                                actor_type, actor_id, token_id, request_id, door)
      values (row_team, nullif(current_setting('app.changeset_id', true), '')::uuid, tg_argv[0],
              row_id, op, old_image, new_image, current_setting('app.actor_type'),
              current_setting('app.actor_id'), current_setting('app.token_id'), current_setting('app.request_id'),
              nullif(current_setting('app.door', true), ''));
      return null;
    end
    $function$;

grant insert, select on comms.changes to comms;

grant insert, select, update on comms.changesets to comms;

grant delete, insert, select, update on comms.consents to comms;

grant delete, insert, select, update on comms.idempotency_keys to comms;

grant select on comms.migrations to comms;

grant insert, select on comms.outbox to comms;

grant delete, select on comms.outbox to comms_relay;

grant insert, select, update on comms.relay_position to comms_relay;

grant delete, insert, select, update on comms.suppressions to comms;

grant delete, insert, select, update on comms.templates to comms;
