-- Whether a team's providers take its messages (operation.team-status): what was taken, what was not, what went nowhere.
create index messages_taken on comms.messages (team_id, channel, sent_at)
  where direction = 'outbound' and provider_id is not null and provider <> 'capture';
create index messages_refused on comms.messages (team_id, channel, updated_at)
  where direction = 'outbound' and (attempts -> -1 ->> 'outcome' = 'temporary' or attempts -> -1 ->> 'code' = 'refused');
create index messages_captured on comms.messages (team_id, channel, sent_at) where status = 'captured' and not test;
