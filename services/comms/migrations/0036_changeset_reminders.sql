-- Deciders are reminded once of a proposal that expires soon (notifications.proposals).
select platform.install_changeset_reminders('comms');
