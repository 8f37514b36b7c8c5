import { instant, type Row, type Statement } from "@jst/db";
import type { CarriedChannel } from "../providers/provider.ts";

/** Age of attempts that count. */
const RECENT = "interval '7 days'";
/** Attempts that are looked at to say since when. */
const LOOKED_AT = 1_000;

/** A channel whose provider took nothing lately, or on which messages were kept and sent to nobody. */
export interface ChannelFault extends Row {
  channel: CarriedChannel;
  /** RFC 3339; null where no attempt has failed since the provider took one. */
  failing_since: string | null;
  /** Last answer of the provider; null if it never answered. */
  detail: string | null;
  /** RFC 3339; null where nothing was captured. */
  captured_since: string | null;
}

/** Replies about one address alone, which say nothing of the provider (RFC 3463). */
const OF_ONE_ADDRESS = String.raw`'^4\.[12]\.'`;

/** Messages of team $1 and channel c that the provider refused for its own reasons since it took one; indexed. */
const REFUSED = `messages m
      where m.team_id = $1 and m.channel = c.channel and m.updated_at > greatest(taken.at, now() - ${RECENT})
        and m.direction = 'outbound'
        and (m.attempts -> -1 ->> 'outcome' = 'temporary' or m.attempts -> -1 ->> 'code' = 'refused')
        and coalesce(m.attempts -> -1 ->> 'code', '') !~ ${OF_ONE_ADDRESS}`;

/** Reads the attempts of the last days by channel. */
export const channelFaults = (teamId: string): Statement => ({
  name: "comms.messages.faults",
  text: `select c.channel, ${instant("failed.since")} as failing_since, said.detail, ${instant("captured.since")} as captured_since
    from unnest(array['email', 'sms', 'whatsapp']) c (channel)
    cross join lateral (
      select coalesce(max(m.sent_at), '-infinity') as at from messages m
      where m.team_id = $1 and m.channel = c.channel
        and m.direction = 'outbound' and m.provider_id is not null and m.provider <> 'capture'
    ) taken
    cross join lateral (
      select min(a.at) as since
      from (select m.attempts from ${REFUSED} order by m.updated_at limit ${LOOKED_AT}) m
      cross join lateral (
        select min((e ->> 'at')::timestamptz) as at from jsonb_array_elements(m.attempts) e
        where (e ->> 'at')::timestamptz > taken.at
      ) a
      where a.at is not null
    ) failed
    left join lateral (
      select m.attempts -> -1 ->> 'detail' as detail from ${REFUSED} order by m.updated_at desc limit 1
    ) said on true
    cross join lateral (
      select min(m.sent_at) as since from messages m
      where m.team_id = $1 and m.channel = c.channel and m.status = 'captured' and not m.test
        and m.sent_at > now() - ${RECENT}
    ) captured`,
  values: [teamId],
});
