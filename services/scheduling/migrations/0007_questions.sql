-- What whoever books is asked (scheduling.questions).
alter table scheduling.event_types add column questions jsonb not null default '[]';
