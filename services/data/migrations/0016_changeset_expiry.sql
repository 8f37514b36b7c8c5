-- A proposal nobody decided on in time becomes expired, with an entry in the audit log.
select platform.install_changeset_expiry('data');
