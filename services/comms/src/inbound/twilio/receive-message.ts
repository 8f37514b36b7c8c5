import { validationFailed } from "@jst/errors";
import type { SecretBox } from "@jst/config";
import type { Database, SystemDatabase } from "@jst/db";
import { findTeam } from "@jst/pages";
import type { Hop } from "@jst/rpc";
import type { Request } from "express";
import { ownStopsOf } from "../../settings/team-settings.ts";
import { attentionOf } from "../../words/refusal.ts";
import { applyKeyword, type Answering, type KeywordMessage } from "../../keywords/apply-keyword.ts";
import { keywordOf } from "../../words/keyword.ts";
import type { Deps } from "../../deps.ts";
import type { ProviderRouting } from "../../providers/provider.ts";
import { receiverOf } from "../../settings/receiving.ts";
import { receive } from "../receive.ts";
import { partyOf, type Party, readSigned, type SignatureParts, type SignedForm } from "./signed-form.ts";

/** Parts that receive messages of Twilio. */
export interface TwilioReceiving extends SignatureParts {
  database: Database;
  lookup: SystemDatabase;
  crm: Deps["crm"];
  routing: ProviderRouting;
  auth: Deps["auth"];
  secrets: SecretBox;
}

/** A message as Twilio has brought it. */
interface Brought {
  sid: string;
  from: Party;
  to: Party;
  text: string;
  name: string | undefined;
}

/**
 * Stores a message that Twilio brings, once, and does what its keyword asks for in the same transaction
 * (comms.twilio-inbound).
 */
export async function receiveMessage(request: Request, parts: TwilioReceiving, hop: Hop): Promise<void> {
  const { teamId, values } = await readSigned(request, parts, async (sent) => {
    const team = await receiverOf(parts.lookup, partyOf(sent.get("To"))?.number ?? "");
    return team === undefined ? [] : [team];
  });
  const { sid, from, to, text, name } = broughtIn(values);
  const keyword = from.isPhone ? keywordOf(text, await ownStopsOf(parts, teamId)) : undefined;
  const attention = from.isPhone && keyword === undefined ? attentionOf(text) : undefined;
  const heard = keyword && { keyword, channel: from.channel, address: from.number, number: to.number };
  const answering = heard && (await answeringOf(heard, teamId, parts, hop));
  await receive(
    parts,
    teamId,
    {
      channel: from.channel,
      provider: "twilio",
      providerId: sid,
      from: from.number,
      to: to.number,
      text,
      name,
      attention,
    },
    {
      // The sender of a STOP is not made a contact; a short code is not a person.
      isPersonal: from.isPhone && keyword !== "stop" && attention !== "refusal",
      ...(heard && answering
        ? { also: (tx, { id: messageId }) => applyKeyword(tx, { ...heard, messageId }, answering) }
        : {}),
    },
    hop,
  );
}

/** Throws validation_failed for a signed form that is not a message. */
function broughtIn(values: SignedForm["values"]): Brought {
  const [sid, from, to] = [
    values.get("MessageSid") ?? "",
    partyOf(values.get("From")),
    partyOf(values.get("To")),
  ];
  if (sid === "" || from === undefined || to === undefined) {
    const missing = Object.entries({ MessageSid: sid, From: from }).filter(([, value]) => !value);
    throw validationFailed(
      missing.map(([field]) => ({
        field,
        code: "required",
        message: "This parameter is missing. Add it to the request.",
      })),
    );
  }
  return { sid, from, to, text: values.get("Body") ?? "", name: values.get("ProfileName") };
}

/** Returns the sender of keyword replies; without the name of the team while auth is away. */
async function answeringOf(
  { channel }: Pick<KeywordMessage, "channel">,
  teamId: string,
  { routing, auth, secrets }: Pick<TwilioReceiving, "routing" | "auth" | "secrets">,
  hop: Hop,
): Promise<Answering> {
  const { provider } = await routing.routeOf(teamId, channel);
  const team = await findTeam(auth, { team_id: teamId }, hop).catch(() => undefined);
  return { provider: provider.name, name: team?.brand.name ?? undefined, secrets };
}
