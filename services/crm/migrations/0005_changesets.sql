-- Writes can be proposed, decided on and undone.
select platform.install_changesets('crm');
