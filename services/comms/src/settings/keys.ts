import { createPrivateKey } from "node:crypto";
import { fault, oneOf, type SettingKey, type SettingKeys } from "@jst/settings";
import { ownStopFault } from "../words/keyword.ts";
import { addressOf } from "../people/address.ts";
import { smtpServerOf } from "../providers/smtp/connect.ts";

/** Key of a setting of messages. */
export interface CommsSettingKey extends SettingKey {
  /** A URL that is connected to: refused where the guard of outbound connections refuses it. */
  isTarget?: boolean;
  /** Addresses, folded, at which a team receives messages that has set this value (comms.receiving). */
  receives?: (value: string) => string[];
}

const HOST_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const LABELS = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Words of a team's own that opt out. */
const OWN_STOPS_MAX = 50;

/** Setting of the provider of text messages. */
const phoneProvider: CommsSettingKey = { faultOf: (value) => oneOf(["capture", "twilio"], value) };
/** A number that messages come from, and at which their answers are received. */
const ownNumber: CommsSettingKey = {
  receives: (value) => [value],
  faultOf: (value) =>
    fault(
      addressOf(value)?.folded === value && value.startsWith("+"),
      "Must be a phone number in E.164, such as +49301234567.",
    ),
};

/** Each setting of messages, declared once (comms.settings). */
export const settingKeys: SettingKeys<CommsSettingKey> = {
  "comms.email.provider": { faultOf: (value) => oneOf(["capture", "smtp"], value) },
  "comms.email.from": {
    faultOf: (value) =>
      fault(isSender(value), "Must be an e-mail address, or a name with an address: Name <a@b.example>."),
  },
  "comms.email.smtp_url": {
    isSecret: true,
    faultOf: (value) =>
      fault(smtpServerOf(value) !== undefined, "Must be smtp://user:password@host:port, or smtps://."),
  },
  "comms.email.dkim_domain": {
    faultOf: (value) => fault(HOST_NAME.test(value), "Must be a domain in ASCII, such as example.com."),
  },
  "comms.email.dkim_selector": {
    faultOf: (value) => fault(LABELS.test(value) && value.length <= 63, "Must be a selector such as s1."),
  },
  "comms.email.dkim_private_key": {
    isSecret: true,
    faultOf: (value) => fault(isKey(value), "Must be a private key in PEM, of RSA or Ed25519."),
  },
  "comms.email.inbound": {
    receives: emailsIn,
    faultOf: (value) =>
      fault(
        emailsIn(value).length === value.split(",").length,
        "Must be e-mail addresses, separated by commas.",
      ),
  },
  "comms.inbound.secret": {
    isSecret: true,
    faultOf: (value) => fault(/^[!-~]{16,200}$/.test(value), "Must have 16 to 200 visible ASCII characters."),
  },
  "comms.sms.provider": phoneProvider,
  "comms.sms.from": ownNumber,
  "comms.whatsapp.provider": phoneProvider,
  "comms.whatsapp.from": ownNumber,
  "comms.keywords.stop": { faultOf: ownStopsFault },
  "comms.twilio.account_sid": {
    faultOf: (value) =>
      fault(/^AC[0-9a-f]{32}$/i.test(value), "Must be AC followed by 32 hexadecimal digits."),
  },
  "comms.twilio.auth_token": {
    isSecret: true,
    faultOf: (value) => fault(/^[!-~]{16,200}$/.test(value), "Must have 16 to 200 visible ASCII characters."),
  },
  "comms.twilio.api_url": {
    isTarget: true,
    faultOf: (value) =>
      fault(
        /^(https:\/\/[^/?#@\\\s]+|http:\/\/127\.0\.0\.1:\d+)\/?$/.test(value) && URL.canParse(value),
        "Must be https:// and a host name without a path, such as https://api.example.com.",
      ),
  },
};

/** Keys that others need and that are not set, by the whole of a team's settings (comms.settings). */
export function missingFor(settings: ReadonlyMap<string, string>): string[] {
  const ofSmtp = ["comms.email.smtp_url", "comms.email.from"];
  const ofKey = ["comms.email.dkim_domain", "comms.email.dkim_selector"];
  const ofTwilio = (["sms", "whatsapp"] as const)
    .filter((channel) => settings.get(`comms.${channel}.provider`) === "twilio")
    .flatMap((channel) => ["comms.twilio.account_sid", "comms.twilio.auth_token", `comms.${channel}.from`]);
  const needed = new Set([
    ...(settings.get("comms.email.provider") === "smtp" ? ofSmtp : []),
    ...(settings.has("comms.email.dkim_private_key") ? ofKey : []),
    ...ofTwilio,
  ]);
  return [...needed].filter((key) => !settings.has(key));
}

/** Returns the addresses of a list with commas, folded, without invalid ones. */
function emailsIn(list: string): string[] {
  return list.split(",").flatMap((one) => {
    const found = addressOf(one.trim());
    return found?.kind === "email" ? [found.folded] : [];
  });
}

/** The fault of the words of a team that opt out. */
function ownStopsFault(list: string): string | undefined {
  const words = list.split(",");
  if (words.length > OWN_STOPS_MAX) return `Must be at most ${OWN_STOPS_MAX} words, separated by commas.`;
  return words.map(ownStopFault).find((told) => told !== undefined);
}

/** `Name <a@b>` or `a@b`, in one line. */
function isSender(value: string): boolean {
  if (/[\p{Cc}\p{Cf}]/u.test(value) || value.length > 320) return false;
  const address = /^[^<>"@,;:\\]+ <([^<>\s]+)>$/.exec(value)?.[1] ?? value;
  return addressOf(address)?.kind === "email";
}

function isKey(value: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(value);
    if (asymmetricKeyType === "ed25519") return true;
    return asymmetricKeyType === "rsa" && (asymmetricKeyDetails?.modulusLength ?? 0) >= 1_024;
  } catch {
    return false;
  }
}
