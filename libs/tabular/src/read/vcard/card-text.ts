import type { Bytes } from "../bytes.ts";
import { isEncoding, visible, type Encoding } from "../encoding.ts";
import { linesOf } from "../lines.ts";
import { ROW_CHARS_MAX } from "../source.ts";

/** A card of a source as the text of one of version 3 or 4. */
export interface CardText {
  /** Line on which it begins. */
  line: number;
  text: string;
  fault: "not_in_encoding" | "too_large" | "invalid_vcard" | undefined;
}

/** Properties that no import takes; their bytes would fill the memory. */
const DROPPED = /^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY|AGENT)[;:]/i;
const BEGIN = /^BEGIN:VCARD\s*$/i;
const END = /^END:VCARD\s*$/i;

/** Splits a text into its cards. Of a card at most 1,048,576 characters are in memory, and no picture at all. */
export async function* cardTexts(
  bytes: Bytes,
  encoding: Encoding,
): AsyncGenerator<CardText, void, undefined> {
  let card: Card | undefined;
  for await (const { line, text, isTooLong } of linesOf(bytes, encoding)) {
    if (card === undefined && BEGIN.test(text)) card = new Card(line);
    else if (card !== undefined && card.takes(text, isTooLong)) {
      yield card.whole();
      card = undefined;
    }
  }
  if (card !== undefined) yield { ...card.whole(), fault: "invalid_vcard" };
}

class Card {
  readonly #line: number;
  #lines: string[] = [];
  #chars = 0;
  #depth = 0;
  #isDropping = false;
  #fault: CardText["fault"];

  constructor(line: number) {
    this.#line = line;
  }

  /** Takes a line; true for the one that ends the card. A card within a card is left out. */
  takes(line: string, isTooLong: boolean): boolean {
    if (BEGIN.test(line)) this.#depth += 1;
    else if (END.test(line)) {
      if (this.#depth === 0) return true;
      this.#depth -= 1;
    } else if (this.#depth === 0) this.#add(line, isTooLong);
    return false;
  }

  #add(line: string, isTooLong: boolean): void {
    const isFolded = /^[ \t]/.test(line);
    if (!isFolded && !this.#isSoft()) this.#isDropping = DROPPED.test(line) || line.trim() === "";
    if (this.#isDropping) return;
    if (!line.isWellFormed()) this.#fault ??= "not_in_encoding";
    this.#chars += line.length;
    if (isTooLong || this.#chars > ROW_CHARS_MAX) this.#fault ??= "too_large";
    else if (isFolded) this.#join(line.slice(1));
    else if (this.#isSoft()) this.#join(line, 1);
    else this.#lines.push(line);
  }

  /** Whether the last line goes on: quoted-printable ends it with an equals sign then. */
  #isSoft(): boolean {
    const last = this.#lines.at(-1);
    return last?.endsWith("=") === true && QUOTED_PRINTABLE.test(last.slice(0, last.indexOf(":")));
  }

  #join(more: string, cut = 0): void {
    const last = this.#lines.pop() ?? "";
    this.#lines.push(last.slice(0, last.length - cut) + more);
  }

  whole(): CardText {
    const lines =
      this.#fault === undefined ? this.#lines.map(asModern) : this.#lines.slice(0, 3).map(visible);
    const text = ["BEGIN:VCARD", ...lines.toSorted(versionFirst), "END:VCARD"].join("\r\n");
    return { line: this.#line, text, fault: this.#fault };
  }
}

const VERSION = /^VERSION:/i;
const versionFirst = (one: string, other: string): number =>
  Number(VERSION.test(other)) - Number(VERSION.test(one));

const QUOTED_PRINTABLE = /;(?:ENCODING=)?QUOTED-PRINTABLE(?:;|$)/i;
const PARAMETERS = /^([^:;"]+)((?:;(?:[^:;"]|"[^"]*")*)*):/;

/**
 * Writes a property of version 2.1 as one of version 3, which the parser takes: quoted-printable is decoded, and a
 * parameter without a name becomes a type. A property of a later version stays as it is.
 */
function asModern(line: string): string {
  if (/^VERSION:2\.1\s*$/i.test(line)) return "VERSION:3.0";
  const [head, name = "", parameters = ""] = PARAMETERS.exec(line) ?? [];
  if (head === undefined || parameters === "") return line;
  const value = line.slice(head.length);
  const all = parameters.slice(1).split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  const charset = all.find((one) => /^CHARSET=/i.test(one))?.slice("CHARSET=".length);
  const named = all.filter((one) => !/^(?:CHARSET|ENCODING)=|^QUOTED-PRINTABLE$/i.test(one)).map(typed);
  const start = [name, ...named].join(";");
  return `${start}:${QUOTED_PRINTABLE.test(parameters) ? decodedValue(value, charset) : value}`;
}

const typed = (parameter: string): string =>
  parameter.includes("=") ? parameter : `TYPE=${parameter || "other"}`;

/** Decodes quoted-printable, and writes line ends and commas as a value of version 3 has them. */
function decodedValue(value: string, charset = "utf-8"): string {
  const bytes = Buffer.from(
    value.replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
  return textIn(bytes, charset.toLowerCase())
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    .replaceAll(",", String.raw`\,`);
}

/** Decodes bytes by the charset that a card names; those without a valid one are of Windows. */
function textIn(bytes: Buffer, charset: string): string {
  const encoding = isEncoding(charset) && charset !== "cp866" ? charset : "windows-1252";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
