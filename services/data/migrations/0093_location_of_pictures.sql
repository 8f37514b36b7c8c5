-- Says of a public picture whether its public_url answers where it was taken.
alter table data.files add column keep_location boolean not null default false;
