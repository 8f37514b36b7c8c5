-- Documents say whether their prices contain the tax and how it is rounded; those of before have nothing: without, by line.
alter table commerce.invoices add column tax_behavior text, add column tax_rounding text;
alter table commerce.quotes add column tax_behavior text, add column tax_rounding text;
alter table commerce.checkouts add column tax_behavior text, add column tax_rounding text;
alter table commerce.subscriptions add column tax_behavior text, add column tax_rounding text;

-- Tax that prices contain is not added to them.
create function commerce.is_total(total bigint, subtotal bigint, discount_total bigint, tax_total bigint, tax_behavior text)
  returns boolean language sql immutable parallel safe set search_path = pg_catalog as $$
  select total = subtotal - discount_total + case when tax_behavior = 'inclusive' then 0 else tax_total end
    and discount_total between 0 and subtotal and tax_total >= 0
    and greatest(subtotal, discount_total, tax_total, total) <= 9007199254740991
$$;
alter table commerce.invoices drop constraint invoices_total,
  add constraint invoices_total check (commerce.is_total(total, subtotal, discount_total, tax_total, tax_behavior)),
  add constraint invoices_tax_terms check (tax_behavior in ('exclusive', 'inclusive') and tax_rounding in ('per_line', 'per_rate'));
alter table commerce.quotes drop constraint quotes_total,
  add constraint quotes_total check (commerce.is_total(total, subtotal, discount_total, tax_total, tax_behavior)),
  add constraint quotes_tax_terms check (tax_behavior in ('exclusive', 'inclusive') and tax_rounding in ('per_line', 'per_rate'));
alter table commerce.checkouts drop constraint checkouts_total,
  add constraint checkouts_total check (commerce.is_total(total, subtotal, discount_total, tax_total, tax_behavior)
    and (total = 0) = (payment_status = 'no_payment_required')),
  add constraint checkouts_tax_terms check (tax_behavior in ('exclusive', 'inclusive') and tax_rounding in ('per_line', 'per_rate'));
alter table commerce.subscriptions
  add constraint subscriptions_tax_terms check (tax_behavior in ('exclusive', 'inclusive') and tax_rounding in ('per_line', 'per_rate'));

-- Lines have a category of tax and a reason of exemption beside their rate. Lines of before are read with what follows from them.
create or replace function commerce.lines_with_rates(lines jsonb) returns jsonb
  language sql immutable parallel safe set search_path = pg_catalog as $$
  select case when lines @? '$[*] ? (!exists (@.tax_category) || !exists (@.tax_rate))' then (
    select jsonb_agg(jsonb_build_object(
        'tax_rate', trim_scale((line ->> 'tax_rate_bps')::numeric / 100)::text,
        'tax_category', case when coalesce((line ->> 'tax_rate')::numeric, (line ->> 'tax_rate_bps')::numeric) > 0
          then 'standard' else 'zero' end,
        'exemption_reason', null) || line order by place)
    from jsonb_array_elements(lines) with ordinality as l (line, place)
  ) else lines end
$$;

-- Tax by category and rate, in the order of the categories, then rate downward. Taxable is what the lines are without tax.
create function commerce.tax_breakdown(lines jsonb, tax_behavior text) returns jsonb
  language sql immutable parallel safe set search_path = pg_catalog as $$
  with l as (
    select place, line ->> 'tax_category' as category, line ->> 'tax_rate' as rate, (line ->> 'amount')::bigint as amount,
      (line ->> 'tax_amount')::bigint as tax, line ->> 'exemption_reason' as reason
    from jsonb_array_elements(commerce.lines_with_rates(lines)) with ordinality as e (line, place)
  ), r as (
    select category, rate, string_agg(reason, '; ' order by place) as reason
    from (select category, rate, reason, min(place) as place from l where reason is not null group by 1, 2, 3) as once
    group by 1, 2
  ), g as (
    select category, rate, sum(amount) - case when tax_behavior = 'inclusive' then sum(tax) else 0 end as taxable,
      sum(tax) as tax
    from l group by 1, 2
  )
  select jsonb_agg(jsonb_build_object('tax_category', g.category, 'tax_rate', g.rate, 'taxable_amount', g.taxable,
      'tax_amount', g.tax, 'exemption_reason', r.reason)
    order by array_position(array['standard', 'zero', 'exempt', 'reverse_charge', 'intra_community', 'export',
      'outside_scope'], g.category), g.rate::numeric desc)
  from g left join r using (category, rate)
$$;
