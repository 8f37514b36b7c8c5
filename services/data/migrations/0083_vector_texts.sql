-- A text that says the same words in another way has its vector made again (context.meaning). Where platform.install_vectors
-- has made the table of today, the column is there.
alter table data.search_vectors add column if not exists text_digest text;
