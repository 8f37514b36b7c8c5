-- The functions of leakproof/1-functions.sql for a database whose administrator is not a superuser (ADR 44). They return the same answers,
-- by bodies that the planner inlines, so that an index finds the built-in operator. Nothing marks them leakproof: under
-- row-level security no index answers them.
create or replace function platform.jsonb_field(jsonb, text) returns jsonb
  language sql immutable strict parallel safe return $1 -> $2;
create or replace function platform.jsonb_text(jsonb, text) returns text
  language sql immutable strict parallel safe return $1 ->> $2;
create or replace function platform.jsonb_kind(jsonb) returns text
  language sql immutable strict parallel safe return jsonb_typeof($1);
create or replace function platform.jsonb_to_float8(jsonb) returns float8
  language sql immutable strict parallel safe return $1::float8;
create or replace function platform.jsonb_to_boolean(jsonb) returns boolean
  language sql immutable strict parallel safe return $1::boolean;
create or replace function platform.jsonb_length(jsonb) returns integer
  language sql immutable strict parallel safe return jsonb_array_length($1);
create or replace function platform.jsonb_lines(jsonb) returns text
  language sql immutable strict parallel safe return jsonb_pretty($1);
create or replace function platform.text_left(text, integer) returns text
  language sql immutable strict parallel safe return left($1, $2);
create or replace function platform.matches_pattern(text, text) returns boolean
  language sql immutable strict parallel safe return $1 ~~* $2;
create or replace function platform.texts_overlap(text[], text[]) returns boolean
  language sql immutable strict parallel safe return $1 && $2;
create or replace function platform.members_overlap(jsonb, text[]) returns boolean
  language sql immutable strict parallel safe return $1 ?| $2;
create or replace function platform.members_include(jsonb, text[]) returns boolean
  language sql immutable strict parallel safe return $1 ?& $2;
create or replace function platform.members_among(jsonb, jsonb) returns boolean
  language sql immutable strict parallel safe return $1 <@ $2;
create or replace function platform.words_match(tsvector, tsquery) returns boolean
  language sql immutable strict parallel safe return $1 @@ $2;
