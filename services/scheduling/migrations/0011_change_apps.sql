-- Changesets tell by which connected app they were made (oauth.attribution).
select platform.install_change_apps('scheduling');
