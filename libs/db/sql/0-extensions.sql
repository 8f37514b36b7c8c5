-- A role that may create in the database may create these, because they are trusted (vector is not: src/vector.ts).
-- Schema platform separates them from the services' own schemas.
create schema if not exists platform;
create extension if not exists pg_trgm schema platform;
create extension if not exists btree_gist schema platform;
create extension if not exists citext schema platform;
