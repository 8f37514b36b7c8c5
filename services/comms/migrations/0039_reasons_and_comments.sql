-- Changesets say why they were made (trust.reason), and callers comment on them (trust.comments).
select platform.install_change_reasons('comms');
select platform.install_changeset_comments('comms');
