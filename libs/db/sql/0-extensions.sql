-- Who may create in the database may create these, as they are trusted (vector is not: src/vector.ts); schema platform keeps them out of every service's way.
create schema if not exists platform;
create extension if not exists pg_trgm schema platform;
create extension if not exists btree_gist schema platform;
create extension if not exists citext schema platform;
