/** Request of a message from a phone (comms.keywords). */
export type Keyword = "stop" | "start" | "help";

/** Words that opt out, folded, by language: those that mean this and, alone in a message, nothing else. */
const STOPS = {
  en: [
    "stop",
    "stopall",
    "unsubscribe",
    "unsub",
    "cancel",
    "end",
    "quit",
    "revoke",
    "optout",
    "opt out",
    "remove",
  ],
  fr: ["arret", "arreter", "arretez", "desabonner", "desabonnement", "desinscrire", "desinscription"],
  es: ["baja", "dar de baja", "darme de baja", "desuscribir", "desuscribirme", "parar"],
  pt: ["parar", "pare", "descadastrar", "remover"],
  de: ["stopp", "abmelden", "abmeldung", "abbestellen", "austragen"],
  it: ["ferma", "basta", "disiscrivi", "disiscrivimi", "cancellami"],
  nl: ["afmelden", "uitschrijven", "stoppen"],
  pl: ["wypisz", "wypisz mnie"],
  ru: ["стоп", "отписаться", "отписка", "отпишите", "отпишите меня"],
  sv: ["stopp", "stoppa", "avregistrera", "sluta"],
  da: ["afmeld", "stop sms"],
  no: ["avmeld", "stopp sms"],
  fi: ["lopeta", "seis"],
} as const;

/** Words that opt in if they are all that a message says. */
const STARTS: readonly string[] = ["start", "yes", "unstop"];
/** Words that ask for help. */
const HELPS: readonly string[] = ["help", "info"];
/** Words that may stand beside an opt-out or a question for help and change nothing of it, folded. */
const COURTESY: ReadonlySet<string> = new Set(
  [
    "please pls plz now all me thanks thank you thx ty",
    "svp s il vous te plait merci",
    "por favor gracias ya obrigado obrigada",
    "bitte danke sofort alle mich",
    "per favore grazie",
    "alstublieft aub dank u je",
    "prosze dziekuje",
    "пожалуиста спасибо",
    "tack snalla tak takk kiitos",
  ].flatMap((words) => words.split(" ")),
);

const stops: ReadonlySet<string> = new Set(Object.values(STOPS).flat());
const PHRASE_WORDS_MAX = 3;
/** A keyword with courtesy is short; a longer text is an ordinary message. */
const CHARS_MAX = 1_000;

/**
 * The keyword of a text: the whole message, or beside words of courtesy alone. `own` are the words of the team that opt
 * out, folded. Undefined for an ordinary message.
 */
export function keywordOf(text: string, own: ReadonlySet<string> = new Set()): Keyword | undefined {
  if (text.length > CHARS_MAX) return undefined;
  const words = wordsOf(text);
  const isStop = (phrase: string): boolean => stops.has(phrase) || own.has(phrase);
  if (isMadeOf(words, isStop)) return "stop";
  if (words.length === 1 && STARTS.includes(words[0] ?? "")) return "start";
  return isMadeOf(words, (phrase) => HELPS.includes(phrase)) ? "help" : undefined;
}

/** Why a team cannot have this word opt out; undefined if it can. */
export function ownStopFault(word: string): string | undefined {
  const words = wordsOf(word);
  if (words.length === 0 || words.length > PHRASE_WORDS_MAX) return "Must have one to three words.";
  if (word.length > 40) return "Must have at most 40 characters.";
  const phrase = words.join(" ");
  if (STARTS.includes(phrase) || HELPS.includes(phrase))
    return `“${word}” opts in or asks for help, so it cannot opt out. Choose another word.`;
  return words.every((one) => COURTESY.has(one))
    ? `“${word}” is a courtesy word, which is ignored. Choose another word.`
    : undefined;
}

/** Tells whether a text has at least one keyword and nothing else but courtesy. */
function isMadeOf(words: readonly string[], isKeyword: (phrase: string) => boolean): boolean {
  let found = false;
  for (let at = 0; at < words.length;) {
    const length = [PHRASE_WORDS_MAX, 2, 1].find((count) => isKeyword(words.slice(at, at + count).join(" ")));
    if (length !== undefined) found = true;
    else if (!COURTESY.has(words[at] ?? "")) return false;
    at += length ?? 1;
  }
  return found;
}

/** Letters that no normal form takes apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  ß: "ss",
  ı: "i",
  æ: "ae",
  đ: "d",
  œ: "oe",
};

/** Folds a text for comparison: case, accents and invisible characters do not count. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .replaceAll(/[łøßıæđœ]/gu, (letter) => LETTERS[letter] ?? letter);
}

/** The words of a text, folded; punctuation stands between them. */
export const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
