import { type Fault, type FindFaults, counted, COUNTED_MAX } from "@jst/faults";
import type { Deps } from "../deps.ts";
import type { CarriedChannel } from "../providers/provider.ts";
import { instant, type Row, type Statement } from "@jst/db";
import { undecided } from "../gate/gate.ts";

/** Names of a channel and of its provider in a sentence. */
const CHANNELS: Readonly<Record<CarriedChannel, { by: string; provider: string }>> = {
  email: { by: "e-mail", provider: "the mail server" },
  sms: { by: "text message", provider: "the provider of text messages" },
  whatsapp: { by: "WhatsApp", provider: "the provider of WhatsApp" },
};

/** Lists channels on which nothing is sent, by the outcome of the last messages (operation.team-status). */
export const findFaults: FindFaults<Deps> = async ({ context: { teamId }, read }, { routing }) => {
  const [waiting] = await read<WaitingRefusals>(waitingRefusals(teamId));
  const found = await read<ChannelFault>(channelFaults(teamId));
  const told = await Promise.all(
    // Earlier failures do not count for another provider: the present one does.
    found.map(async (fault) =>
      (await routing.routeOf(teamId, fault.channel)).provider.name === "capture"
        ? offOf(fault)
        : failingOf(fault),
    ),
  );
  return [...told.flat(), ...refusalsOf(waiting)];
};

/** The messages that wait until people record what their senders want (comms.refusals). */
function refusalsOf(waiting: WaitingRefusals | undefined): Fault[] {
  if (waiting === undefined || waiting.since === null) return [];
  return [
    {
      component: "refusals",
      state: "behind",
      reason: `Messages that may be refusals wait for a decision: ${counted(waiting.senders)}. Until then, their senders get no marketing on that channel.`,
      remedy:
        "Read them, and record for each sender a consent to marketing on that channel: opted_out or opted_in.",
      since: waiting.since,
      path: "/comms/messages?attention=refusal",
    },
  ];
}

const pathOf = (channel: CarriedChannel): string => `/comms/messages?channel=${channel}`;

function offOf({ channel, captured_since: since }: ChannelFault): Fault[] {
  if (since === null) return [];
  return [
    {
      component: channel,
      state: "off",
      reason: `Messages by ${CHANNELS[channel].by} are stored and not sent, because a provider is not set.`,
      remedy: `Set comms.${channel}.provider for this team with jst config set, and send the stored messages again.`,
      since,
      path: pathOf(channel),
    },
  ];
}

function failingOf({ channel, failing_since: since, detail }: ChannelFault): Fault[] {
  if (since === null) return [];
  const { by, provider } = CHANNELS[channel];
  const said = detail === null ? "" : ` ${detail}`;
  return [
    {
      component: channel,
      state: "failing",
      reason: `Messages by ${by} are not sent: ${provider} accepted none of the last ones.${said}`,
      remedy: `Check the settings comms.${channel} of this team, which jst config set writes, and ${provider}. Queued messages are tried again automatically; send failed ones again.`,
      since,
      path: pathOf(channel),
    },
  ];
}

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

/** The senders whose refusals nobody has decided on. */
export interface WaitingRefusals extends Row {
  senders: number;
  /** RFC 3339, of the oldest one; null if there is none. */
  since: string | null;
}

/** Counts the senders of a team whose refusals wait, up to COUNTED_MAX (comms.refusals). */
export const waitingRefusals = (teamId: string): Statement => ({
  name: "comms.messages.waiting_refusals",
  text: `select count(*)::integer as senders, ${instant("min(w.since)")} as since
    from (
      select min(m.created_at) as since from messages m
      where m.team_id = $1 and m.attention = 'refusal' and ${undecided("m")}
      group by m.address, m.channel limit ${COUNTED_MAX}
    ) w`,
  values: [teamId],
});
