import { Parser } from "htmlparser2";
import type { Bytes } from "../bytes.ts";
import { decoded } from "../encoding.ts";
import { SourceRefused } from "../source.ts";

/** Receiver of a document of XML; names come without their prefix. */
export interface XmlHandler {
  open?: (name: string, attributes: Attributes) => void;
  /** A piece of text, as it stands in the document: `xmlText` reads the whole. */
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** Attributes of an element by their names, with prefix. */
export type Attributes = Readonly<Record<string, string>>;

const DEPTH_MAX = 64;
/** Most characters of a tag, comment or section: the parser stores one until it ends. */
const TOKEN_CHARS_MAX = 1_048_576;

const unsound = (message: string): SourceRefused =>
  new SourceRefused("unreadable", `The file is damaged: ${message}. Save it again.`);

/**
 * Reads a document of XML piece by piece, and yields after each piece. Throws SourceRefused for a document type, which
 * could name entities: nothing is ever fetched or expanded. So do text that is not UTF-8, and an end that comes early.
 */
export async function* readXml(bytes: Bytes, handler: XmlHandler): AsyncGenerator<void, void, undefined> {
  const document = new Document(handler);
  for await (const piece of decoded(bytes.chunks(), "utf-8")) {
    document.write(piece);
    yield;
  }
  document.end();
}

/** Reads a document of XML to its end. */
export async function readWholeXml(bytes: Bytes, handler: XmlHandler): Promise<void> {
  const reading = readXml(bytes, handler);
  while ((await reading.next()).done !== true);
}

class Document {
  readonly #parser: Parser;
  #depth = 0;
  #isComplete = false;
  /** Characters since the last token ended. */
  #waiting = 0;

  constructor(handler: XmlHandler) {
    let isData = false;
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => {
          this.#opened();
          handler.open?.(localName(name), attributes);
        },
        ontext: (text) => {
          this.#waiting = 0;
          handler.text?.(isData ? text.replaceAll("&", "&amp;") : text);
        },
        onclosetag: (name, isImplied) => {
          this.#closed(isImplied);
          handler.close?.(localName(name));
        },
        oncdatastart: () => {
          isData = true;
        },
        oncdataend: () => {
          isData = false;
        },
        onprocessinginstruction: (name) => {
          this.#waiting = 0;
          if (name.startsWith("!")) throw unsound("it has a document type");
        },
        oncommentend: () => {
          this.#waiting = 0;
        },
      },
      { xmlMode: true, decodeEntities: false },
    );
  }

  write(piece: string): void {
    if (!piece.isWellFormed()) throw unsound("it is not in UTF-8");
    this.#waiting += piece.length;
    if (this.#waiting > TOKEN_CHARS_MAX + piece.length) throw unsound("a part of it does not end");
    this.#parser.write(piece);
  }

  end(): void {
    const isComplete = this.#isComplete && this.#depth === 0;
    this.#parser.end();
    if (!isComplete) throw unsound("its end is missing");
  }

  #opened(): void {
    this.#waiting = 0;
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw unsound("it is nested too deep");
  }

  #closed(isImplied: boolean): void {
    this.#waiting = 0;
    this.#depth -= 1;
    // The parser reports an element that closes itself as implied too; one without an end is found at the end.
    this.#isComplete = this.#depth === 0 || (this.#isComplete && isImplied);
  }
}

const localName = (name: string): string => {
  const colon = name.indexOf(":");
  return colon === -1 ? name : name.slice(colon + 1);
};

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const REFERENCE = /&(?:#x([0-9a-f]{1,6});|#(\d{1,7});|(amp|lt|gt|quot|apos);)?/gi;

/**
 * Reads the references of a whole text of XML. NUL and halves of surrogate pairs stay what they are, for the row to be
 * refused; a reference to an entity of a document type is refused with the source.
 */
export function xmlText(raw: string): string {
  if (!raw.includes("&")) return raw;
  return raw.replaceAll(REFERENCE, (_, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? "";
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (!(code <= 0x10_ff_ff)) throw unsound("it names an entity that it does not have");
    return String.fromCodePoint(code);
  });
}
