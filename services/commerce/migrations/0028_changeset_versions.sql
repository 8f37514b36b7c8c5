-- Proposals are edited before they are approved; each version stays (trust.edit).
select platform.install_changeset_versions('commerce');
