import { folded, wordsOf } from "./folded-words.ts";
import { keywordOf } from "./keyword.ts";
import { REFUSALS_OF_TEXT, REFUSALS_OF_WORDS } from "./refusal-words.ts";

/**
 * The reason why people look at a message. refusal: it reads as if its sender wants no more messages; unclear: it
 * begins with a word that opts out where it stands alone.
 */
export type Attention = "refusal" | "unclear";

/** Words that cancel an appointment or a subscription: nobody can tell which if one stands alone. */
const CANCELS =
  /^(?:cancel\w*|annul\w*|anul\w*|iptal|ret|peru\w*|zrus\w*|sair|fin|ende|koniec|slut|отмен\p{L}*|dur|dosc|genug)$/u;
/** Ordinary uses of `stop`. */
const ORDINARY_STOP =
  /(?<=^| )(?:(?:bus|train|tram|metro|next|last|first|non|pit|quick|our) stops?|stop(?:s|ped|ping)? (?:by|in|over|at|off|sign|light|watch|and (?:get|pick|grab|see|say|buy|visit)|to (?:get|pick|grab|see|say|buy|visit)))(?= |$)/gu;
/** Characters of a text that are read. */
const CHARS_MAX = 4_000;

/** Tells why people look at a text that is not a keyword; undefined for an ordinary message (comms.refusals). */
export function attentionOf(text: string): Attention | undefined {
  const read = text.slice(0, CHARS_MAX);
  const words = wordsOf(read);
  const plain = words.join(" ").replaceAll(ORDINARY_STOP, "-");
  const letters = folded(read);
  const isRefusal =
    keywordOf(read) === "stop" ||
    REFUSALS_OF_WORDS.some((refusal) => refusal.test(plain)) ||
    REFUSALS_OF_TEXT.some((refusal) => refusal.test(letters)) ||
    (words.length === 1 && CANCELS.test(plain));
  if (isRefusal) return "refusal";
  return keywordOf(words[0] ?? "") === "stop" ? "unclear" : undefined;
}

/** Characters of a mail that say what its sender wants now. */
const MAIL_CHARS_MAX = 300;
/** Beginning of a quoted mail or of a signature. */
const QUOTE =
  /^(?:>|-{2,}\s*$|-{3,}.*(?:original|weitergel|messag)|_{5,}|(?:from|von|de|da|van|från|fra)\s?: |.{0,120}(?:wrote|schrieb|a écrit|escribió|escreveu|ha scritto|schreef|skrev|napisał\(?a?\)?)\s?:)/imu;
const REPLY = /^\s*(?:re|aw|sv|vs|wg|fwd?|tr|rv|odp|antw)\s*:/i;

/** Tells why people look at a mail: by what its sender wrote, without what is quoted (comms.refusals). */
export function attentionOfMail({
  subject,
  text,
}: {
  subject: string | null;
  text: string | null;
}): Attention | undefined {
  const own = (text ?? "").split(QUOTE, 1)[0]?.trim().slice(0, MAIL_CHARS_MAX) ?? "";
  const about = subject === null || REPLY.test(subject) ? undefined : attentionOf(subject);
  const said = attentionOf(own);
  return [about, said].includes("refusal") ? "refusal" : (about ?? said);
}
