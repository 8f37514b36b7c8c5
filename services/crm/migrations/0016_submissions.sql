-- Submissions of forms (forms.submission): what was answered, never changed and never removed.
create table crm.submissions (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  form_id uuid not null,
  form_version integer not null,
  data jsonb not null,
  contact_id uuid,
  submitted_at timestamptz not null default clock_timestamp(),
  source text not null,
  metadata jsonb not null,
  created_by_type text not null,
  created_by_id text not null,
  -- The address that the answers map to a contact, in one spelling: who has submitted already.
  email_key text,
  -- What `q` looks into.
  search text not null,
  primary key (team_id, id),
  foreign key (team_id, form_id) references crm.forms (team_id, id),
  -- Contacts are archived, never removed.
  foreign key (team_id, contact_id) references crm.contacts (team_id, id)
);
select platform.isolate_teams('crm.submissions');
create trigger submissions_recorded after insert or update or delete on crm.submissions
  for each row execute function crm.record_change('submissions', 'email_key', 'search');

-- The default list: newest first.
create index submissions_submitted on crm.submissions (team_id, form_id, submitted_at desc, id desc);
create index submissions_contact on crm.submissions (team_id, contact_id, form_id) where contact_id is not null;
create index submissions_email on crm.submissions (team_id, form_id, email_key) where email_key is not null;
create index submissions_search on crm.submissions using gin (search platform.contains_ops);

-- How many a form has, in a few rows, so that submissions of one form do not wait for each other.
create table crm.submission_counts (
  team_id uuid not null,
  form_id uuid not null,
  shard smallint not null,
  submissions bigint not null,
  primary key (team_id, form_id, shard),
  foreign key (team_id, form_id) references crm.forms (team_id, id)
);
select platform.isolate_teams('crm.submission_counts');
