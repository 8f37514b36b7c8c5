-- Many changesets are one set to people (trust.sets).
select platform.install_changeset_sets('comms');
