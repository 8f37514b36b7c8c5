-- Row-level security lets an index answer a condition only when its functions are leakproof, which the built-in
-- jsonb operators are not marked as (a superuser may). These are: the first four are built-in C functions under
-- another name, the last two are inlined into them. Index and query must use the same function to meet.
create or replace function platform.jsonb_field(jsonb, text) returns jsonb
  language internal immutable strict leakproof parallel safe as 'jsonb_object_field';
create or replace function platform.jsonb_text(jsonb, text) returns text
  language internal immutable strict leakproof parallel safe as 'jsonb_object_field_text';
create or replace function platform.jsonb_kind(jsonb) returns text
  language internal immutable strict leakproof parallel safe as 'jsonb_typeof';
create or replace function platform.jsonb_to_float8(jsonb) returns float8
  language internal immutable strict leakproof parallel safe as 'jsonb_float8';
create or replace function platform.jsonb_to_boolean(jsonb) returns boolean
  language internal immutable strict leakproof parallel safe as 'jsonb_bool';

-- Null for a member that is absent or of another kind, so neither a query nor an index build can fail on it.
create or replace function platform.jsonb_number(document jsonb, name text) returns float8
  language sql immutable leakproof parallel safe
  return case when platform.jsonb_kind(platform.jsonb_field(document, name)) = 'number'
              then platform.jsonb_to_float8(platform.jsonb_field(document, name)) end;
create or replace function platform.jsonb_boolean(document jsonb, name text) returns boolean
  language sql immutable leakproof parallel safe
  return case when platform.jsonb_kind(platform.jsonb_field(document, name)) = 'boolean'
              then platform.jsonb_to_boolean(platform.jsonb_field(document, name)) end;

-- How many members an array has; null for an empty one and for any other kind.
create or replace function platform.jsonb_length(jsonb) returns integer
  language internal immutable strict leakproof parallel safe as 'jsonb_array_length';
create or replace function platform.jsonb_members(cell jsonb) returns integer
  language sql immutable leakproof parallel safe
  return case when platform.jsonb_kind(cell) = 'array' then nullif(platform.jsonb_length(cell), 0) end;

-- The first characters of a text, for indexes, whose entries are short.
create or replace function platform.text_left(text, integer) returns text
  language internal immutable strict leakproof parallel safe as 'text_left';

-- An array's texts one after the other, parted by a character that stands before all that texts are written with, cut to
-- this many characters; null without any text. What lists are sorted by, which an index may hold.
create or replace function platform.jsonb_joined(cell jsonb, characters integer) returns text
  language sql immutable strict leakproof parallel safe
  return case when platform.jsonb_kind(cell) = 'array' then
    platform.text_left(nullif(array_to_string(array(select jsonb_array_elements_text(cell)), E'\x1f'), ''), characters)
  end;

-- All cells as text, each value on its line: what an index over every text of a row is made of.
create or replace function platform.jsonb_lines(jsonb) returns text
  language internal immutable strict leakproof parallel safe as 'jsonb_pretty';
