-- Articles (knowledge.article), the first of the rooms beside the tables.
create function data.lines(variadic texts text[]) returns text
  language sql immutable parallel safe
  return array_to_string(texts, E'\n');

create table data.articles (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  title text not null,
  slug text not null,
  body text not null,
  excerpt text,
  cover_file_id uuid,
  tags text[] not null,
  author_id uuid,
  status text not null,
  published_at timestamptz,
  seo jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  -- Names of the members that the create gave: what the first revision tells.
  given_members text[] not null,
  primary key (team_id, id),
  -- The service refuses these first, with a better answer; no other writer gets past.
  constraint articles_status check (status in ('draft', 'published', 'archived')),
  constraint articles_slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80)
);
select platform.isolate_teams('data.articles');

-- The first time that it is published stays, whoever writes it; an undo takes it back with the status.
create function data.note_publication() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if new.status = 'published' then
    new.published_at := coalesce(new.published_at, clock_timestamp());
  end if;
  return new;
end
$$;
create trigger articles_publication before insert or update on data.articles
  for each row execute function data.note_publication();
create trigger articles_recorded after insert or update or delete on data.articles
  for each row execute function data.record_change('articles');

create unique index articles_slug_taken on data.articles (team_id, slug) where deleted_at is null;
-- The default list: newest first.
create index articles_created on data.articles (team_id, created_at desc, id desc);
-- Readers that keep up by updated_since.
create index articles_updated on data.articles (team_id, updated_at, id);
create index articles_author on data.articles (team_id, author_id) where author_id is not null;
create index articles_tags on data.articles using gin (tags platform.tags_ops);
-- What `q` looks into; no column keeps a second copy of the bodies.
create index articles_search on data.articles
  using gin (data.lines(title, slug, excerpt, body) platform.contains_ops);
