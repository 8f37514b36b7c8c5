-- What is kept of an entry has editions: a later one has everything walked through again (context.index). Where
-- platform.install_search has made the tables of today, both are there.
alter table crm.search_position add column if not exists edition integer not null default 0;
grant update (asked_at, after_id, walked) on crm.search_walks to crm_worker;
