-- Addresses under which the bytes of files are read without a token (files.address). Who opens one belongs to no team yet,
-- so the role data_lookup finds out whose it is, and sees nothing else.
alter table data.files add column public_secret text;

-- The lasting secret of a public file; another one after it was private in between, whoever writes it.
create function data.keep_public_secret() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if new.visibility <> 'public' then
    new.public_secret := null;
  elsif tg_op = 'UPDATE' and old.visibility = 'public' and old.public_secret is not null then
    new.public_secret := old.public_secret;
  else
    -- Two random ids have 244 bits; the third makes them more than the digest holds.
    new.public_secret := encode(
      sha256((gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex');
  end if;
  return new;
end
$$;
create trigger files_public_secret before insert or update on data.files
  for each row execute function data.keep_public_secret();
create index files_public on data.files (public_secret) where public_secret is not null;
create policy lookup on data.files for select to data_lookup using (public_secret is not null);
grant select (team_id, id, public_secret) on data.files to data_lookup;

create table data.file_addresses (
  team_id uuid not null,
  -- SHA-256 of what the address ends with.
  hash bytea not null,
  file_id uuid not null,
  is_saved boolean not null,
  expires_at timestamptz not null,
  primary key (team_id, hash),
  constraint file_addresses_hash check (octet_length(hash) = 32)
);
select platform.isolate_teams('data.file_addresses');
create index file_addresses_opened on data.file_addresses (hash);
create policy lookup on data.file_addresses for select to data_lookup using (true);
grant select on data.file_addresses to data_lookup;
grant usage on schema data to data_lookup;
