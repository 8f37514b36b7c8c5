-- Changesets say by which sign-in they were made (trust.reading).
select platform.install_change_families('commerce');
