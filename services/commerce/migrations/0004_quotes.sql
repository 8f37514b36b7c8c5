-- Quotes (commerce.quote): once finalized, nothing of one changes but its state, whoever writes.
create table commerce.quotes (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  number text,
  -- An open one that is past its time is shown as expired; nothing is written for that.
  status text not null,
  contact_id uuid not null,
  -- The contact as it was when the quote named it, and who sold when it was finalized.
  bill_to jsonb not null,
  bill_from jsonb,
  currency text not null,
  line_items jsonb not null,
  subtotal bigint not null,
  discount_total bigint not null,
  tax_total bigint not null,
  total bigint not null,
  expires_at timestamptz not null,
  recurring jsonb,
  memo text,
  footer text,
  metadata jsonb not null,
  result_type text,
  result_id uuid,
  finalized_at timestamptz,
  accepted_at timestamptz,
  declined_at timestamptz,
  canceled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  primary key (team_id, id),
  -- The service refuses these first, with a better answer; no other writer gets past.
  constraint quotes_status check (status in ('draft', 'open', 'accepted', 'declined', 'canceled')),
  constraint quotes_finalized check (
    (status <> 'draft' or finalized_at is null)
    and (status in ('draft', 'canceled') or finalized_at is not null)
    and (finalized_at is null or deleted_at is null)
    and (number is null or finalized_at is not null)
  ),
  constraint quotes_total check (
    total = subtotal - discount_total + tax_total and discount_total between 0 and subtotal and tax_total >= 0
    and greatest(subtotal, discount_total, tax_total, total) <= 9007199254740991
  ),
  constraint quotes_accepted check (
    (status = 'accepted') = (accepted_at is not null) and (status = 'accepted') = (result_id is not null)
    and (result_id is null) = (result_type is null)
  )
);
select platform.isolate_teams('commerce.quotes');

create function commerce.keep_quote() returns trigger language plpgsql set search_path = pg_catalog as $$
declare
  of_state constant text[] := array['status', 'accepted_at', 'declined_at', 'canceled_at', 'result_type', 'result_id',
    'updated_at', 'version'];
begin
  if old.status = 'draft' then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - of_state <> to_jsonb(old) - of_state then
    raise exception 'a finalized quote does not change' using errcode = 'restrict_violation';
  end if;
  if not (old.status = 'open' and new.status in ('accepted', 'declined', 'canceled')) then
    raise exception 'a quote does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger quotes_kept before update or delete on commerce.quotes
  for each row execute function commerce.keep_quote();
create trigger quotes_recorded after insert or update or delete on commerce.quotes
  for each row execute function commerce.record_change('quotes');

create unique index quotes_number on commerce.quotes (team_id, number);
-- The default list: newest first.
create index quotes_created on commerce.quotes (team_id, created_at desc, id desc);
-- Readers that keep up by updated_since.
create index quotes_updated on commerce.quotes (team_id, updated_at, id);
create index quotes_contact on commerce.quotes (team_id, contact_id, created_at desc);
