-- Files that a team brings into its contacts (imports.contacts).
select platform.install_imports('crm');

-- Sets of many changes are undone in pages (trust.sets).
select platform.install_changeset_undos('crm');
