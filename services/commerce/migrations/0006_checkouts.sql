-- Checkouts (commerce.checkout): pages on which an invoice or a list of items is paid.
-- The test clock of a team, while it tests and has one.
create function commerce.test_clock_of(team uuid) returns timestamptz language sql volatile set search_path = pg_catalog as $$
  select c.value::timestamptz from commerce.settings c
    where c.team_id = team and c.key = 'commerce.clock'
      and exists (select from commerce.settings t
        where t.team_id = team and t.key = 'commerce.test' and t.value = 'true');
$$;

create table commerce.checkouts (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  mode text not null,
  -- An open one that is past its time is shown as expired; nothing is written for that.
  status text not null default 'open',
  payment_status text not null,
  -- null until somebody has said who pays.
  contact_id uuid,
  bill_to jsonb,
  currency text not null,
  line_items jsonb not null,
  subtotal bigint not null,
  discount_total bigint not null,
  tax_total bigint not null,
  total bigint not null,
  recurring jsonb,
  memo text,
  metadata jsonb not null,
  success_url text not null,
  cancel_url text not null,
  expires_at timestamptz not null,
  -- The invoice that is to be paid, or else the one that was made when it was completed.
  invoice_id uuid,
  is_of_invoice boolean not null,
  subscription_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  primary key (team_id, id),
  -- The service refuses these first, with a better answer; no other writer gets past.
  constraint checkouts_mode check (mode in ('payment', 'subscription') and (mode = 'subscription') = (recurring is not null)),
  constraint checkouts_status check (status in ('open', 'complete', 'expired')
    and payment_status in ('unpaid', 'paid', 'no_payment_required')),
  constraint checkouts_total check (
    total = subtotal - discount_total + tax_total and discount_total between 0 and subtotal and tax_total >= 0
    and greatest(subtotal, discount_total, tax_total, total) <= 9007199254740991
    and (total = 0) = (payment_status = 'no_payment_required')
  ),
  constraint checkouts_paid check (payment_status <> 'paid' or status = 'complete'),
  constraint checkouts_invoice check (
    (status = 'complete' or is_of_invoice) = (invoice_id is not null) and (status <> 'complete' or contact_id is not null)
  )
);
select platform.isolate_teams('commerce.checkouts');

create function commerce.keep_checkout() returns trigger language plpgsql set search_path = pg_catalog as $$
declare
  of_state constant text[] := array['status', 'payment_status', 'invoice_id', 'contact_id', 'bill_to', 'subscription_id',
    'updated_at', 'version'];
begin
  if tg_op = 'DELETE' or to_jsonb(new) - of_state <> to_jsonb(old) - of_state
    or coalesce(old.invoice_id <> new.invoice_id, false) or coalesce(old.contact_id <> new.contact_id, false) then
    raise exception 'a checkout does not change' using errcode = 'restrict_violation';
  end if;
  if not (old.status = 'open' and new.status in ('complete', 'expired')
    or old.status = 'complete' and new.status = 'complete' and old.payment_status = 'unpaid' and new.payment_status = 'paid') then
    raise exception 'a checkout does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger checkouts_kept before update or delete on commerce.checkouts
  for each row execute function commerce.keep_checkout();
create trigger checkouts_recorded after insert or update or delete on commerce.checkouts
  for each row execute function commerce.record_change('checkouts');

-- The default list: newest first.
create index checkouts_created on commerce.checkouts (team_id, created_at desc, id desc);
-- Readers that keep up by updated_since.
create index checkouts_updated on commerce.checkouts (team_id, updated_at, id);
create index checkouts_contact on commerce.checkouts (team_id, contact_id, created_at desc);
-- What follows an invoice as it moves.
create index checkouts_invoice on commerce.checkouts (team_id, invoice_id) where invoice_id is not null;

-- The latest attempt to pay something with a provider: the page there, while it is open, and when it was declined.
create table commerce.attempts (
  team_id uuid not null,
  kind text not null,
  target_id uuid not null,
  reference text,
  url text,
  expires_at timestamptz,
  declined_at timestamptz,
  primary key (team_id, kind, target_id),
  constraint attempts_kind check (kind in ('invoices', 'checkouts'))
);
select platform.isolate_teams('commerce.attempts');

-- What is paid has its payment, once, and nothing else has one.
alter table commerce.invoices add constraint invoices_payment check
  (case when total = 0 then payment is null else (status = 'paid') = (payment is not null) end);
