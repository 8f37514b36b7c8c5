-- No query reads it, and without statistics a query by key was planned over it: each page scanned all keys.
drop index if exists data.import_keys_rows;
