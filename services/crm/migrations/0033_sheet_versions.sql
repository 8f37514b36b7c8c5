-- An answer sheet has a version, over which its reviewer writes and which a signature names (review.members).
alter table crm.answer_sheets add column version integer not null default 1;
