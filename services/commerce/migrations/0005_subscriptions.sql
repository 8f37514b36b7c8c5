-- Subscriptions (commerce.subscription): an invoice each period, one for each.
create table commerce.subscriptions (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  status text not null,
  contact_id uuid not null,
  -- The contact as it was when the subscription was made.
  bill_to jsonb not null,
  currency text not null,
  items jsonb not null,
  subtotal bigint not null,
  discount_total bigint not null,
  tax_total bigint not null,
  total bigint not null,
  "interval" text not null,
  interval_count integer not null,
  collection_method text not null,
  days_until_due integer,
  start_at timestamptz not null,
  trial_end timestamptz,
  billing_anchor timestamptz not null,
  -- Periods before this one have begun, and have their invoice where there is to be one.
  next_period integer not null,
  current_period_start timestamptz,
  current_period_end timestamptz,
  latest_invoice_id uuid,
  cancel_at timestamptz,
  canceled_at timestamptz,
  memo text,
  metadata jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  primary key (team_id, id),
  -- The service refuses these first, with a better answer; no other writer gets past.
  constraint subscriptions_status check (status in
    ('pending', 'incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled')),
  constraint subscriptions_rhythm check ("interval" in ('day', 'week', 'month', 'year') and interval_count > 0),
  constraint subscriptions_collection check (
    (collection_method = 'send_invoice' and days_until_due is not null)
    or (collection_method = 'charge_automatically' and days_until_due is null)
  ),
  constraint subscriptions_periods check (
    next_period >= 0 and (current_period_start is null) = (current_period_end is null)
  ),
  constraint subscriptions_canceled check ((status = 'canceled') = (canceled_at is not null))
);
select platform.isolate_teams('commerce.subscriptions');
create trigger subscriptions_recorded after insert or update or delete on commerce.subscriptions
  for each row execute function commerce.record_change('subscriptions');

-- The default list: newest first.
create index subscriptions_created on commerce.subscriptions (team_id, created_at desc, id desc);
-- Readers that keep up by updated_since.
create index subscriptions_updated on commerce.subscriptions (team_id, updated_at, id);
create index subscriptions_contact on commerce.subscriptions (team_id, contact_id, created_at desc);

-- When something of a subscription happens by itself next; no row where nothing will.
create table commerce.subscription_dues (
  team_id uuid not null,
  subscription_id uuid not null,
  due_at timestamptz not null,
  primary key (team_id, subscription_id),
  constraint subscription_dues_subscription foreign key (team_id, subscription_id)
    references commerce.subscriptions (team_id, id)
);
select platform.isolate_teams('commerce.subscription_dues');
create index subscription_dues_at on commerce.subscription_dues (due_at);

-- Invoices that are to be charged without anybody's doing, each once; the row goes with the attempt.
create table commerce.charges (
  team_id uuid not null,
  invoice_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (team_id, invoice_id),
  constraint charges_invoice foreign key (team_id, invoice_id) references commerce.invoices (team_id, id)
);
select platform.isolate_teams('commerce.charges');
create index charges_created on commerce.charges (created_at);

-- A period has one invoice, whoever makes it.
create unique index invoices_period on commerce.invoices (team_id, source_id, period_start)
  where source_type = 'subscription';

-- The clock sees of all teams when something is due, and nothing else of them; it acts as the service, within a team.
create policy worker on commerce.subscription_dues for select to commerce_worker using (true);
grant select (team_id, due_at) on commerce.subscription_dues to commerce_worker;
create policy worker on commerce.charges for select to commerce_worker using (true);
grant select (team_id) on commerce.charges to commerce_worker;
create policy worker on commerce.settings for select to commerce_worker using (key in ('commerce.clock', 'commerce.test'));
grant select (team_id, key, value) on commerce.settings to commerce_worker;
