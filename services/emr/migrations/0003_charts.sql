-- Patients and what their charts hold, as imported (clinical.import). Imports are no changesets, so nothing records
-- these tables' changes.
create table emr.patients (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  -- What an import knows the patient by.
  identifier_system text not null,
  identifier_value text not null,
  status text not null,
  contact_id uuid,
  enrolled_at timestamptz,
  inactivated_at timestamptz,
  name jsonb not null,
  -- Family and given name in lower case: what the roster is sorted by; null without a name.
  sort_name text,
  birth_date text,
  sex text not null,
  deceased boolean,
  deceased_at text,
  -- Of what was imported: equal content is no change.
  digest bytea not null,
  last_updated timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by_type text not null default 'system',
  created_by_id text not null default '',
  version integer not null default 1,
  primary key (team_id, id),
  constraint patients_identifier_key unique (team_id, identifier_system, identifier_value),
  constraint patients_status check (status in ('pending', 'active', 'inactive', 'removed'))
);
select platform.isolate_teams('emr.patients');
create index patients_name on emr.patients (team_id, status, sort_name, id);
create index patients_updated on emr.patients (team_id, updated_at, id);

-- By what other resources, also of later Bundles, name a patient.
create table emr.patient_references (
  team_id uuid not null,
  reference text not null,
  patient_id uuid not null,
  primary key (team_id, reference, patient_id),
  foreign key (team_id, patient_id) references emr.patients (team_id, id)
);
select platform.isolate_teams('emr.patient_references');

create table emr.records (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  patient_id uuid not null,
  kind text not null,
  -- What an import knows it by.
  resource_type text not null,
  identifier_system text not null,
  identifier_value text not null,
  -- As the API shows it, without its id.
  item jsonb not null,
  -- What the parameter status of its list looks at.
  status text,
  -- One of the chart's own list, not history, not refuted.
  is_active boolean not null,
  -- It says that there is nothing to list.
  is_none_known boolean not null default false,
  -- Of analytes: it has a value, and its status counts.
  counts boolean not null default false,
  -- Of analytes: the latest of its code.
  is_latest boolean not null default false,
  -- Of analytes: what is one and the same analyte.
  analyte text,
  -- Comes first in its list, before time does.
  rank smallint not null default 0,
  instant timestamptz,
  issued timestamptz,
  -- Of reports: how many results it names.
  result_count integer,
  report_id uuid,
  digest bytea not null,
  last_updated timestamptz,
  -- Entered in error: it is gone until a correct version comes.
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (team_id, id),
  foreign key (team_id, patient_id) references emr.patients (team_id, id),
  constraint records_identifier_key unique (team_id, resource_type, identifier_system, identifier_value),
  constraint records_kind check (kind in ('problem', 'medication', 'allergy', 'analyte', 'report'))
);
select platform.isolate_teams('emr.records');
create index records_listed on emr.records (team_id, patient_id, kind, rank, instant desc, id) where removed_at is null;
create index records_active on emr.records (team_id, patient_id, kind) where removed_at is null and is_active;
create index records_latest on emr.records (team_id, patient_id) where removed_at is null and is_latest;
create index records_history on emr.records (team_id, patient_id, analyte, instant desc)
  where removed_at is null and counts;

-- Which results a report names.
create table emr.report_results (
  team_id uuid not null,
  report_id uuid not null,
  record_id uuid not null,
  primary key (team_id, report_id, record_id),
  foreign key (team_id, report_id) references emr.records (team_id, id),
  foreign key (team_id, record_id) references emr.records (team_id, id)
);
select platform.isolate_teams('emr.report_results');
create index report_results_record on emr.report_results (team_id, record_id);
