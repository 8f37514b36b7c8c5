import type { Fault, FindFaults } from "@jst/faults";
import type { Deps } from "../deps.ts";
import type { CarriedChannel } from "../providers/provider.ts";
import { counted } from "@jst/faults";
import { waitingRefusals, type WaitingRefusals } from "./waiting-refusals.ts";
import { channelFaults, type ChannelFault } from "./channel-faults.ts";

/** Names of a channel and of its provider in a sentence. */
const CHANNELS: Readonly<Record<CarriedChannel, { by: string; provider: string }>> = {
  email: { by: "e-mail", provider: "the mail server" },
  sms: { by: "text message", provider: "the provider of text messages" },
  whatsapp: { by: "WhatsApp", provider: "the provider of WhatsApp" },
};

/** Channels on which nothing leaves, by what became of the last messages (operation.team-status). */
export const findFaults: FindFaults<Deps> = async ({ context: { teamId }, read }, { ways }) => {
  const [waiting] = await read<WaitingRefusals>(waitingRefusals(teamId));
  const found = await read<ChannelFault>(channelFaults(teamId));
  const told = await Promise.all(
    // What failed before says nothing of another provider: the one that carries messages now counts.
    found.map(async (fault) =>
      (await ways.of(teamId, fault.channel)).provider.name === "capture" ? offOf(fault) : failingOf(fault),
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
      reason: `Messages that read like a refusal wait for a decision: ${counted(waiting.senders)}. Their senders get no marketing on that channel.`,
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
      reason: `What is sent by ${CHANNELS[channel].by} is kept here and reaches nobody: no provider is set.`,
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
      reason: `What is sent by ${by} does not leave: ${provider} took none of the last messages.${said}`,
      remedy: `Check the settings comms.${channel} of this team, which jst config set writes, and ${provider}. Queued messages are tried again automatically; send failed ones again.`,
      since,
      path: pathOf(channel),
    },
  ];
}
