-- Files of a team (files.file): what is known of them. Their bytes are in the store, under the team and the id.
create table data.files (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  mime_type text not null,
  size_bytes bigint not null,
  checksum_sha256 text not null,
  visibility text not null,
  folder text,
  tags text[] not null,
  uploaded_by uuid not null,
  source_archive_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- When the bytes went: from then on nothing brings the file back.
  purged_at timestamptz,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  primary key (team_id, id),
  -- The service refuses these first, with a better answer; no other writer gets past.
  constraint files_visibility check (visibility in ('private', 'public')),
  constraint files_name check (octet_length(name) between 1 and 255),
  constraint files_size check (size_bytes >= 0),
  constraint files_checksum check (checksum_sha256 ~ '^[0-9a-f]{64}$')
);
select platform.isolate_teams('data.files');
create trigger files_recorded after insert or update or delete on data.files
  for each row execute function data.record_change('files');

-- The default list: newest first.
create index files_created on data.files (team_id, created_at desc, id desc);
-- Readers that keep up by updated_since.
create index files_updated on data.files (team_id, updated_at, id);
create index files_folder on data.files (team_id, folder, created_at desc, id desc);
create index files_mime_type on data.files (team_id, mime_type collate "C");
create index files_archive on data.files (team_id, source_archive_id) where source_archive_id is not null;
create index files_tags on data.files using gin (tags platform.tags_ops);
create index files_search on data.files using gin (name platform.contains_ops);

-- What the live files of a team come to. Whoever changes that holds the team's row until the end of its transaction, so
-- that the quota is exact however many upload at once (limits.files).
create table data.file_usage (
  team_id uuid not null,
  live_files bigint not null default 0,
  live_bytes bigint not null default 0,
  primary key (team_id)
);
select platform.isolate_teams('data.file_usage');

create function data.count_files() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if tg_op = 'INSERT' then
    insert into data.file_usage as u (team_id, live_files, live_bytes)
    select team_id, count(*), sum(size_bytes) from added where deleted_at is null group by team_id
    on conflict (team_id) do update
    set live_files = u.live_files + excluded.live_files, live_bytes = u.live_bytes + excluded.live_bytes;
  elsif tg_op = 'UPDATE' then
    update data.file_usage u
    set live_files = u.live_files + d.files, live_bytes = u.live_bytes + d.bytes
    from (
      select team_id, sum(sign) as files, sum(sign * size_bytes) as bytes
      from (
        select team_id, 1 as sign, size_bytes from added where deleted_at is null
        union all
        select team_id, -1, size_bytes from removed where deleted_at is null
      ) moved
      group by team_id
    ) d
    where u.team_id = d.team_id and d.files <> 0;
  else
    update data.file_usage u
    set live_files = u.live_files - d.files, live_bytes = u.live_bytes - d.bytes
    from (select team_id, count(*) as files, sum(size_bytes) as bytes from removed where deleted_at is null group by team_id) d
    where u.team_id = d.team_id;
  end if;
  return null;
end
$$;
create trigger files_counted_new after insert on data.files
  referencing new table as added for each statement execute function data.count_files();
create trigger files_counted_changed after update on data.files
  referencing new table as added old table as removed for each statement execute function data.count_files();
create trigger files_counted_gone after delete on data.files
  referencing old table as removed for each statement execute function data.count_files();
