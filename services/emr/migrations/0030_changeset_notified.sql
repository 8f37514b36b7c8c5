-- Notices of a proposal follow a change of the rules (notifications.rules).
select platform.install_changeset_notified('emr');
