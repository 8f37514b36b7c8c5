-- Artifacts and blocks that are files (knowledge.files).
alter table data.artifacts
  add column file_id uuid,
  drop constraint artifacts_content,
  add constraint artifacts_content check ((content is null) <> (file_id is null));
alter table data.blocks add column file_id uuid;
