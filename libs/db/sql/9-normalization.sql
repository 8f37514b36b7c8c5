-- NFC of stored texts (conventions.unicode): the same letters as `composed` of @jst/values writes.
create or replace function platform.nfc(value text) returns text
  language sql immutable strict parallel safe
  return normalize(value, NFC);

-- Returns the elements in NFC; of several spellings of one element, the first stays.
create or replace function platform.nfc(value text[]) returns text[]
  language sql immutable strict parallel safe
  return array(
    select normalize(e.v, NFC)
    from unnest(value) with ordinality e(v, n)
    where not exists (
      select from unnest(value) with ordinality f(v, n)
      where f.n < e.n and f.v <> e.v and normalize(f.v, NFC) = normalize(e.v, NFC)
    )
    order by e.n
  );

-- Texts at every depth, names of members too. The members named in `exact` stay as they are. So does an object of which two
-- names become one: none of its values is lost.
create or replace function platform.nfc(value jsonb, exact text[] default '{}') returns jsonb
  language plpgsql immutable strict parallel safe set search_path = pg_catalog as $$
begin
  case jsonb_typeof(value)
    when 'string' then
      return to_jsonb(normalize(value #>> '{}', NFC));
    when 'array' then
      return coalesce(
        (select jsonb_agg(platform.nfc(e.item) order by e.n) from jsonb_array_elements(value) with ordinality e(item, n)),
        '[]');
    when 'object' then
      if (select count(distinct normalize(k, NFC)) < count(*) from jsonb_object_keys(value) k) then
        return value;
      end if;
      return coalesce(
        (select jsonb_object_agg(normalize(m.key, NFC), case when m.key = any (exact) then m.value else platform.nfc(m.value) end)
         from jsonb_each(value) m),
        '{}');
    else
      return value;
  end case;
end
$$;

-- Rows whose texts cannot be stored in NFC, as another row has that value (conventions.normalization). Called once per service.
create or replace function platform.install_normalization(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
begin
  execute format($sql$
    create table %1$s.unnormalized (
      team_id uuid not null,
      relation text not null,
      -- The columns of its key after the team, as texts.
      key text[] not null,
      columns text[] not null,
      found_at timestamptz not null default now(),
      primary key (team_id, relation, key)
    )$sql$, service);
  perform platform.isolate_teams(format('%s.unnormalized', service)::regclass);
end
$installer$;
