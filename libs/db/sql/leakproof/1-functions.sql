-- Row-level security lets an index answer a condition only when its functions are leakproof, which the built-in operators
-- of jsonb and patterns are not marked as (a superuser may). These are built-in C functions under another name.
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
create or replace function platform.jsonb_length(jsonb) returns integer
  language internal immutable strict leakproof parallel safe as 'jsonb_array_length';
-- It takes some twenty times what a cell does: as PostgreSQL knows that, rows that are read one by one are asked for the
-- cells first.
create or replace function platform.jsonb_lines(jsonb) returns text
  language internal immutable strict leakproof parallel safe cost 20 as 'jsonb_pretty';
create or replace function platform.text_left(text, integer) returns text
  language internal immutable strict leakproof parallel safe as 'text_left';
create or replace function platform.matches_pattern(text, text) returns boolean
  language internal immutable strict leakproof parallel safe as 'texticlike';
create or replace function platform.texts_overlap(text[], text[]) returns boolean
  language internal immutable strict leakproof parallel safe as 'arrayoverlap';
create or replace function platform.members_overlap(jsonb, text[]) returns boolean
  language internal immutable strict leakproof parallel safe as 'jsonb_exists_any';
create or replace function platform.members_include(jsonb, text[]) returns boolean
  language internal immutable strict leakproof parallel safe as 'jsonb_exists_all';
create or replace function platform.members_among(jsonb, jsonb) returns boolean
  language internal immutable strict leakproof parallel safe as 'jsonb_contained';
create or replace function platform.words_match(tsvector, tsquery) returns boolean
  language internal immutable strict leakproof parallel safe as 'ts_match_vq';
