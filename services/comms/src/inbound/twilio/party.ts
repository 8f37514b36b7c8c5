import { addressOf } from "../../people/address.ts";

const WHATSAPP = "whatsapp:";
/** Longest name of a sender that is no number. */
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
