-- Who minted a token, and the member who answers for it (tokens.minter). Tokens of before have neither: they are unknown.
alter table auth.tokens
  add column minted_by_type text,
  -- A member or a service token, by the type.
  add column minted_by_id uuid,
  -- The minter at the head of the chain: a service token passes on the sponsor that it has itself.
  add column sponsor_type text,
  add column sponsor_id uuid,
  add constraint tokens_minted_by check (
    case minted_by_type
      when 'operator' then minted_by_id is null
      when 'member' then minted_by_id is not null
      when 'service' then minted_by_id is not null
      else minted_by_type is null and minted_by_id is null
    end
  ),
  add constraint tokens_sponsor check (
    case sponsor_type
      when 'operator' then sponsor_id is null
      when 'member' then sponsor_id is not null
      else sponsor_type is null and sponsor_id is null
    end
  ),
  add constraint tokens_sponsor_member foreign key (team_id, sponsor_id) references auth.members (team_id, id);
create index tokens_sponsor on auth.tokens (team_id, sponsor_id) where sponsor_id is not null;
