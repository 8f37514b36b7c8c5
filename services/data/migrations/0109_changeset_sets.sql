-- Many changesets are one set to people (trust.sets).
select platform.install_changeset_sets('data');
select platform.install_changeset_undos('data');
