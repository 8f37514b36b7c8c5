-- Mails to members (comms.member-mail): account mints the link of one by the reference of its request.
alter table comms.messages add column reference text;
