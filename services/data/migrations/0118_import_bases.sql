-- Bases of Airtable that imports read (imports.airtable): how far each is read, and its records as they were read.
create table data.import_bases (
  team_id uuid not null,
  import_id uuid not null,
  base_id text not null,
  -- Sealed for the team and the base; null once it is dropped.
  token bytea,
  token_until timestamptz not null,
  -- Tables with their fields, as Airtable described them when the read began.
  tables jsonb,
  -- Next page: the table, the number of the page in it, and the place that Airtable has given for it.
  part integer not null default 0,
  page integer not null default 0,
  place text,
  -- Requests since the last page that Airtable did not answer.
  failures integer not null default 0,
  records integer not null default 0,
  bytes bigint not null default 0,
  -- Digest of the records; null until all are read.
  sha256 text,
  primary key (team_id, import_id)
);
select platform.isolate_teams('data.import_bases');

-- Attachments that a run has loaded, each once: the file that it has become, or why there is none.
create table data.import_attachments (
  team_id uuid not null,
  import_id uuid not null,
  attachment_id text not null,
  file_id uuid,
  fault jsonb,
  primary key (team_id, import_id, attachment_id),
  constraint import_attachments_one check ((file_id is null) <> (fault is null))
);
select platform.isolate_teams('data.import_attachments');

-- Records of a base as Airtable answered them, a page of lines of JSON each.
create table data.import_records (
  team_id uuid not null,
  import_id uuid not null,
  part integer not null,
  page integer not null,
  records integer not null,
  content bytea not null,
  primary key (team_id, import_id, part, page)
);
select platform.isolate_teams('data.import_records');
