-- A report names its results by the ids of their resources, also those of an earlier file.
alter table emr.records add column resource_id text;
create index records_resource on emr.records (team_id, patient_id, resource_type, resource_id)
  where resource_id is not null;
