-- Lists sort patients by name in ICU's root order (conventions.text-order); teams of another locale sort their own.
create index patients_ordered on emr.patients (team_id, status, (sort_name collate platform.und), id);
drop index emr.patients_name;
