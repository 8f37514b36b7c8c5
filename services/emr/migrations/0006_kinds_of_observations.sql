-- Which kinds of observations a contact has is read from one entry of each kind, and one kind's stretch of time from
-- its own entries.
create index observations_kinds on emr.observations
  (team_id, contact_id, category, code_system, code, effective_at desc, id);
