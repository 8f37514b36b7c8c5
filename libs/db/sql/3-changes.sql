-- Undo records. Called once by the first migration of a service that has them; then, per table:
--   create trigger contacts_recorded after insert or update or delete on contacts
--     for each row execute function record_change('contacts', 'secret_column', …);
-- The first argument is the resource's name, further ones are columns that never enter an image.
create or replace function platform.install_changes(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
begin
  execute format($sql$
    create table %1$s.changes (
      team_id uuid not null,
      changeset_id uuid not null,
      seq bigint generated always as identity,
      resource text not null,
      resource_id uuid not null,
      op text not null check (op in ('create', 'update', 'delete')),
      before jsonb,
      after jsonb,
      actor_type text not null,
      actor_id text not null,
      token_id text not null,
      request_id text not null,
      at timestamptz not null default clock_timestamp(),
      door text,
      primary key (team_id, changeset_id, seq)
    )$sql$, service);
  execute format('create index changes_resource on %s.changes (team_id, resource, resource_id, seq)', service);
  perform platform.isolate_teams(format('%s.changes', service)::regclass);
  execute format('revoke update, delete on %1$s.changes from %1$s', service);
  perform platform.install_record_change(service);
end
$installer$;

-- The function alone, for a later migration of a service that has an older form of it. It runs in every write: what is
-- not needed is not computed.
create or replace function platform.install_record_change(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
begin
  execute format($sql$
    create or replace function %1$s.record_change() returns trigger language plpgsql set search_path = pg_catalog as $body$
    declare
      old_image jsonb;
      new_image jsonb;
      row_team uuid;
      row_id uuid;
      op text := 'update';
    begin
      -- Another spelling of the same text does not count as a change (conventions.normalization).
      if current_setting('app.normalizing', true) = 'on' then
        return null;
      end if;
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
      insert into %1$s.changes (team_id, changeset_id, resource, resource_id, op, before, after,
                                actor_type, actor_id, token_id, request_id, door)
      values (row_team, nullif(current_setting('app.changeset_id', true), '')::uuid, tg_argv[0],
              row_id, op, old_image, new_image, current_setting('app.actor_type'),
              current_setting('app.actor_id'), current_setting('app.token_id'), current_setting('app.request_id'),
              nullif(current_setting('app.door', true), ''));
      return null;
    end
    $body$ $sql$, service);
end
$installer$;
