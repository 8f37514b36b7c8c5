-- Lines have their rate of tax as a percentage, to a thousandth. Lines of before have hundredths alone: they are read as such.
create function commerce.lines_with_rates(lines jsonb) returns jsonb
  language sql immutable parallel safe set search_path = pg_catalog as $$
  select case when lines @? '$[*] ? (!exists (@.tax_rate))' then (
    select jsonb_agg(case when line ? 'tax_rate' then line
      else line || jsonb_build_object('tax_rate', trim_scale((line ->> 'tax_rate_bps')::numeric / 100)::text) end order by place)
    from jsonb_array_elements(lines) with ordinality as l (line, place)
  ) else lines end
$$;
