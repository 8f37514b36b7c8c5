import { AppError } from "@jst/errors";
import { readBody, requireFormBody } from "@jst/http";
import type { Request } from "express";
import { validateRequest } from "twilio/lib/webhooks/webhooks.js";
import { settingsOf, type SettingParts } from "../../settings/team-settings.ts";
import { addressOf } from "../../people/address.ts";

/** Most bytes of a form (comms.twilio-inbound): a message that Twilio brings has about two kilobytes. */
const BYTES_MAX = 65_536;

/** Form that Twilio has signed. */
export interface SignedForm {
  teamId: string;
  /** The first value of each name. */
  values: ReadonlyMap<string, string>;
}

/** Parts that check a signature. */
export interface SignatureParts extends SettingParts {
  /** Base URL of the platform, with which the signed text begins. */
  baseUrl: string;
}

/**
 * Reads a form and returns it with the team whose account has signed it. Throws unsupported_media_type,
 * payload_too_large, and the same invalid_signature for every recipient.
 */
export async function readSigned(
  request: Request,
  parts: SignatureParts,
  teamsOf: (values: SignedForm["values"]) => Promise<readonly string[]>,
): Promise<SignedForm> {
  requireFormBody(request);
  // Invalid UTF-8 is read as a text that no signature covers.
  const pairs = new URLSearchParams((await readBody(request, BYTES_MAX)).toString());
  const names = [...new Set(pairs.keys())];
  const values = new Map(names.map((name) => [name, pairs.get(name) ?? ""]));
  const signature = request.get("x-twilio-signature") ?? "";
  const signed = { url: `${parts.baseUrl}${request.originalUrl}`, signature, params: paramsOf(pairs, names) };
  for (const teamId of signature === "" ? [] : await teamsOf(values))
    if (await isOf(teamId, signed, parts)) return { teamId, values };
  throw new AppError(
    "invalid_signature",
    "The signature is missing or wrong for this message. Check the auth token and the URL at Twilio.",
  );
}

/** True when the account of the team has signed it. */
async function isOf(
  teamId: string,
  { url, signature, params }: { url: string; signature: string; params: Record<string, string | string[]> },
  parts: SettingParts,
): Promise<boolean> {
  const authToken = (await settingsOf(parts, teamId)).get("comms.twilio.auth_token");
  return authToken !== undefined && validateRequest(authToken, signature, url, params);
}

/** The parameters as the SDK takes them: a name that comes several times has a list. */
function paramsOf(pairs: URLSearchParams, names: readonly string[]): Record<string, string | string[]> {
  return Object.fromEntries(
    names.map((name) => {
      const all = pairs.getAll(name);
      return [name, all.length === 1 ? (all[0] ?? "") : all];
    }),
  );
}

const WHATSAPP = "whatsapp:";
/** Longest name of a sender that is not a number. */
const CHARS_MAX = 64;

/** One side of a message as Twilio writes it. */
export interface Party {
  channel: "sms" | "whatsapp";
  /** Number without the prefix of its channel; of a sender that has none, such as a short code, as it is. */
  number: string;
  /** True for a number in E.164: a person may be behind it. */
  isPhone: boolean;
}

const isE164 = (number: string): boolean => {
  const found = addressOf(number);
  return found?.kind === "phone" && found.folded === number;
};

/** Reads `+14155550100` and `whatsapp:+14155550100`; undefined for nothing. */
export function partyOf(text: string | undefined): Party | undefined {
  const isWhatsapp = text?.startsWith(WHATSAPP) === true;
  const written = isWhatsapp ? text.slice(WHATSAPP.length) : (text ?? "");
  const number = written
    .replaceAll(/\p{Cc}/gu, "")
    .trim()
    .slice(0, CHARS_MAX);
  if (number === "") return undefined;
  return { channel: isWhatsapp ? "whatsapp" : "sms", number, isPhone: isE164(number) };
}
