-- Records have what was read of their resource as FHIR has it, and results within a result are records of their own
-- (clinical.fhir, clinical.labs).
alter table emr.records
  add column fhir jsonb,
  add column parent_id uuid,
  add constraint records_parent foreign key (team_id, parent_id) references emr.records (team_id, id);
create index records_parts on emr.records (team_id, parent_id) where parent_id is not null;
