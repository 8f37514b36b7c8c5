-- The cells of a jsonb document, over the functions of 1-functions.sql: those of folder leakproof where a superuser makes the
-- schema, else those of folder plain. Index and query must use the same function to meet.

-- Null for a member that is absent or of another kind, so neither a query nor an index build can fail on it.
create or replace function platform.jsonb_number(document jsonb, name text) returns float8
  language sql immutable parallel safe
  return case when platform.jsonb_kind(platform.jsonb_field(document, name)) = 'number'
              then platform.jsonb_to_float8(platform.jsonb_field(document, name)) end;
create or replace function platform.jsonb_boolean(document jsonb, name text) returns boolean
  language sql immutable parallel safe
  return case when platform.jsonb_kind(platform.jsonb_field(document, name)) = 'boolean'
              then platform.jsonb_to_boolean(platform.jsonb_field(document, name)) end;

-- How many members an array has; null for an empty one and for any other kind.
create or replace function platform.jsonb_members(cell jsonb) returns integer
  language sql immutable parallel safe
  return case when platform.jsonb_kind(cell) = 'array' then nullif(platform.jsonb_length(cell), 0) end;

-- An array's texts one after the other, parted by a character that stands before all that texts are written with, cut to
-- this many characters; null without any text. What lists are sorted by, which an index may hold.
-- A loop takes a third of the time that a query over the members takes, which could not stand in an index itself.
create or replace function platform.jsonb_joined(cell jsonb, characters integer) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  joined text := '';
  member text;
begin
  if jsonb_typeof(cell) <> 'array' then
    return null;
  end if;
  for place in 0 .. jsonb_array_length(cell) - 1 loop
    member := cell ->> place;
    if member is not null then
      joined := joined || E'\x1f' || member;
    end if;
    exit when length(joined) > characters;
  end loop;
  return nullif(left(substr(joined, 2), characters), '');
end
$$;

-- Places of a cell's values among the choices of its column, by which lists are sorted: three digits each, one after the
-- other, cut to this many characters. 999 stands for a value that is no longer a choice; null for a cell without a value.
create or replace function platform.choice_places(cell jsonb, choices text[], characters integer) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  places text := '';
  member text;
begin
  if jsonb_typeof(cell) <> 'array' then
    return case when jsonb_typeof(cell) <> 'null' then lpad(coalesce(array_position(choices, cell #>> '{}'), 999)::text, 3, '0') end;
  end if;
  for place in 0 .. jsonb_array_length(cell) - 1 loop
    member := cell ->> place;
    places := places || lpad(coalesce(array_position(choices, member), 999)::text, 3, '0');
    exit when length(places) >= characters;
  end loop;
  return nullif(left(places, characters), '');
end
$$;

-- platform.text_left(text, integer): the first characters of a text, for indexes, whose entries are short.
-- platform.jsonb_lines(jsonb): all cells as text, each value on its line, for an index over every text of a row.

-- Which of the two folders this schema is of.
create or replace function platform.is_leakproof() returns boolean
  language sql stable parallel safe
  return (select p.proleakproof from pg_catalog.pg_proc p where p.oid = 'platform.jsonb_text(jsonb, text)'::regprocedure);
