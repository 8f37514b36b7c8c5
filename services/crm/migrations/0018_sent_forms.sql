-- A page that is sent twice, by a double click or a browser that tries again, is one submission (forms.page).
alter table crm.submissions add column sent_key bytea;
create unique index submissions_sent on crm.submissions (team_id, form_id, sent_key) where sent_key is not null;
drop trigger submissions_recorded on crm.submissions;
create trigger submissions_recorded after insert or update or delete on crm.submissions
  for each row execute function crm.record_change('submissions', 'email_key', 'search', 'sent_key');
