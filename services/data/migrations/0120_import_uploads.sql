-- Sources of imports that a caller has uploaded (imports.uploads); the store has their bytes under their ids.
create table data.import_uploads (
  team_id uuid not null,
  id uuid not null,
  name text not null,
  size_bytes bigint not null,
  checksum_sha256 text not null,
  created_by_type text not null,
  created_by_id text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Import that it has begun, of this service or another one; null before.
  import_id uuid,
  primary key (team_id, id)
);
select platform.isolate_teams('data.import_uploads');
