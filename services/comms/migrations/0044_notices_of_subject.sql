-- A member has one notice that a proposal waits, also where the first one was read (notifications.rules).
create index notifications_about on comms.notifications (team_id, subject_type, subject_id);
drop index comms.notifications_subject;
