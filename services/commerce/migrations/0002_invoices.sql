-- Invoices (commerce.invoice): once finalized, nothing of one changes but its state, whoever writes.
-- How many numbers a team has given out, by kind of document. A number is taken in the transaction that shows it, so none is
-- lost and none is given twice.
create table commerce.counters (
  team_id uuid not null,
  kind text not null,
  last bigint not null,
  primary key (team_id, kind),
  constraint counters_last check (last > 0)
);
select platform.isolate_teams('commerce.counters');

create table commerce.invoices (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  number text,
  status text not null,
  contact_id uuid not null,
  -- The contact as it was when the invoice named it.
  bill_to jsonb not null,
  currency text not null,
  line_items jsonb not null,
  subtotal bigint not null,
  discount_total bigint not null,
  tax_total bigint not null,
  total bigint not null,
  due_date date,
  days_until_due integer,
  issued_on date,
  memo text,
  footer text,
  metadata jsonb not null,
  source_type text not null,
  source_id uuid,
  period_start timestamptz,
  period_end timestamptz,
  payment jsonb,
  finalized_at timestamptz,
  paid_at timestamptz,
  voided_at timestamptz,
  marked_uncollectible_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  primary key (team_id, id),
  -- The service refuses these first, with a better answer; no other writer gets past.
  constraint invoices_status check (status in ('draft', 'open', 'paid', 'void', 'uncollectible')),
  constraint invoices_finalized check (
    (status = 'draft') = (finalized_at is null)
    and (issued_on is null) = (finalized_at is null)
    and (finalized_at is null or (due_date is not null and deleted_at is null))
    and (number is null or finalized_at is not null)
  ),
  constraint invoices_total check (
    total = subtotal - discount_total + tax_total and discount_total between 0 and subtotal and tax_total >= 0
    and greatest(subtotal, discount_total, tax_total, total) <= 9007199254740991
  ),
  constraint invoices_paid check ((status = 'paid') = (paid_at is not null))
);
select platform.isolate_teams('commerce.invoices');

-- What an accountant has seen stays: of a finalized invoice only the state moves, forward, and what belongs to it.
create function commerce.keep_finalized() returns trigger language plpgsql set search_path = pg_catalog as $$
declare
  of_state constant text[] :=
    array['status', 'payment', 'paid_at', 'voided_at', 'marked_uncollectible_at', 'updated_at', 'version'];
begin
  if old.status = 'draft' then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - of_state <> to_jsonb(old) - of_state then
    raise exception 'a finalized invoice does not change' using errcode = 'restrict_violation';
  end if;
  if not (old.status in ('open', 'uncollectible') and new.status in ('paid', 'void')
    or old.status = 'open' and new.status = 'uncollectible') then
    raise exception 'an invoice does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger invoices_kept before update or delete on commerce.invoices
  for each row execute function commerce.keep_finalized();
create trigger invoices_recorded after insert or update or delete on commerce.invoices
  for each row execute function commerce.record_change('invoices');

create unique index invoices_number on commerce.invoices (team_id, number);
-- The default list: newest first.
create index invoices_created on commerce.invoices (team_id, created_at desc, id desc);
-- Readers that keep up by updated_since.
create index invoices_updated on commerce.invoices (team_id, updated_at, id);
create index invoices_contact on commerce.invoices (team_id, contact_id, created_at desc);
create index invoices_source on commerce.invoices (team_id, source_id) where source_id is not null;
-- What is overdue.
create index invoices_open on commerce.invoices (team_id, due_date) where status = 'open';
