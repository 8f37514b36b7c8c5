import { isAscii } from "node:buffer";

/** Bytes that no text has, in whatever charset that keeps ASCII: controls but those that texts are written with. */
export const NO_TEXT = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/;

/** Share of the characters beyond ASCII that must be those of one language. */
const SHARE_MIN = 0.85;
/** Share of a text in a Western language that is beyond ASCII at most; binary data have more. */
const BEYOND_ASCII_MAX = 0.7;
/** Characters of every language that word processors write. */
const PUNCTUATION = "\u00a0«»‹›„“”‚‘’–—…•€£§°©®™´·";
const CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюяё№";

/** Letter of Hebrew that only ends words, before another one: Russian read as Hebrew has many. */
const ODD_HEBREW = /[ךםןףץ][א-ת]/gu;

/** Letters of languages by the charset that their programs write, the commoner first. */
const LANGUAGES: readonly [charset: string, ...languages: string[]][] = [
  [
    "windows-1252",
    "äöüßéà",
    "àâæçéèêëîïôœùûü",
    "áéíñóúü¿¡ºªç",
    "áâãàçéêíóôõúüºª",
    "àèéìíòóù",
    "éèëïóöüáíú",
    "æøåéäö",
    "åäöéü",
    "áðéíóúýþæö",
  ],
  ["windows-1250", "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîşţ"],
  ["windows-1254", "çğıöşüâîûi̇"],
  ["windows-1257", "ąčęėįšųūž", "āčēģīķļņšūž", "äöõüšž"],
  ["windows-1255", "אבגדהוזחטיךכלםמןנסעףפץצקרשת"],
  ["windows-1251", CYRILLIC, "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя", "абвгдђежзијклљмнњопрстћуфхцчџш"],
  ["koi8-r", CYRILLIC],
  ["ibm866", CYRILLIC],
  ["windows-1253", "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ"],
  ["windows-1256", "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي،؛؟"],
];

/** Commonest characters of charsets of several bytes. */
const EAST_ASIAN: readonly [charset: string, common: (text: string) => number][] = [
  ["shift_jis", japanese],
  ["euc-jp", japanese],
  ["euc-kr", (text) => shareOf(text, /[\uac00-\ud7a3\u3000-\u3020]/gu)],
  ["gb18030", (text) => chinese(text, "gb18030")],
  ["big5", (text) => chinese(text, "big5")],
];

/**
 * Guesses the charset of a text that is not UTF-8 and has no byte of NO_TEXT, by a sample from its first byte beyond
 * ASCII on; undefined for bytes that are text in no language known.
 */
export function guessCharset(sample: Buffer): string | undefined {
  const single = bestOf(
    LANGUAGES.map(([charset, ...languages]) => [charset, ofLanguages(sample, charset, languages)]),
  );
  const several = bestOf(
    EAST_ASIAN.map(([charset, common]) => [charset, ofEastAsia(sample, charset, common)]),
  );
  const [best] = [single, several].sort((a, b) => b.share - a.share);
  return best !== undefined && best.share >= SHARE_MIN ? best.charset : undefined;
}

interface Guess {
  charset: string;
  share: number;
}

/** The first of the best. */
function bestOf(guesses: readonly [charset: string, share: number][]): Guess {
  return guesses.reduce<Guess>((best, [charset, share]) => (share > best.share ? { charset, share } : best), {
    charset: "",
    share: 0,
  });
}

/** Answers which share of the characters beyond ASCII are letters of one language, in words as people write them. */
function ofLanguages(sample: Buffer, charset: string, languages: readonly string[]): number {
  const text = decoded(sample, charset);
  const beyond = text?.match(/[^\0-\x7f]/gu) ?? [];
  if (text === undefined || beyond.length === 0) return 0;
  const isLatin = charset === "windows-1252" || !/[^\p{Script=Latin}\p{M}]/u.test(languages.join(""));
  if (isLatin && beyond.length > text.length * BEYOND_ASCII_MAX) return 0;
  const odd = text.match(/\p{Ll}\p{Lu}/gu)?.filter((pair) => !isAscii(Buffer.from(pair))).length ?? 0;
  const oddEnds = text.match(ODD_HEBREW)?.length ?? 0;
  const shares = languages.map((letters) => {
    const known = new Set(letters + letters.toUpperCase() + PUNCTUATION);
    return beyond.filter((character) => known.has(character)).length;
  });
  return (Math.max(...shares) - odd - oddEnds) / beyond.length;
}

function ofEastAsia(sample: Buffer, charset: string, common: (text: string) => number): number {
  const text = decoded(sample, charset);
  return text === undefined ? 0 : common(text);
}

function japanese(text: string): number {
  const kana = shareOf(text, /[\u3041-\u3093\u30a1-\u30fc]/gu);
  const share = shareOf(text, /[\u3041-\u3093\u30a1-\u30fc\u4e00-\u9fff\u3000-\u3020\uff01-\uff5e]/gu);
  // Chinese read so has no kana; half-width kana are what Western letters read so become.
  return kana > 0.1 ? share : 0;
}

/** Answers which share of the characters are of the commoner half of the charset, by where its bytes put them. */
function chinese(text: string, charset: "gb18030" | "big5"): number {
  return shareOf(text, charset === "big5" ? BIG5_COMMON : GB_COMMON);
}

const GB_COMMON = commonOf("gb18030", [0xb0, 0xd7], [0xa1, 0xa3]);
const BIG5_COMMON = commonOf("big5", [0xa4, 0xc6], [0xa1, 0xa3]);

/** Makes a pattern of the characters whose first byte is in one of these ranges, of Chinese and of signs. */
function commonOf(charset: string, ...ranges: readonly (readonly [from: number, to: number])[]): RegExp {
  const decoder = new TextDecoder(charset);
  const characters = new Set<string>();
  for (const [from, to] of ranges)
    for (let lead = from; lead <= to; lead += 1)
      for (let trail = charset === "big5" ? 0x40 : 0xa1; trail < 0xff; trail += 1) {
        const character = decoder.decode(Buffer.from([lead, trail]));
        if (/^[^\ufffd\0-\x7f]$/u.test(character)) characters.add(character);
      }
  return new RegExp(`[${[...characters].join("").replaceAll(/[\\\]^-]/g, "")}]`, "gu");
}

function shareOf(text: string, pattern: RegExp): number {
  const beyond = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  return beyond === 0 ? 0 : (text.match(pattern)?.length ?? 0) / beyond;
}

/** Reads a sample, which may end within a character. */
function decoded(sample: Buffer, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(sample, { stream: true });
  } catch {
    return undefined;
  }
}
