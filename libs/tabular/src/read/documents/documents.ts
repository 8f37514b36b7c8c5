import { createHash } from "node:crypto";
import path from "node:path/posix";
import { cutSlug, slugOf } from "@jst/values";
import { SYSTEM_FILE, type Archive } from "../archive.ts";
import type { Bytes } from "../bytes.ts";
import { decoded as textIn, encodingOf, visible } from "../encoding.ts";
import { COLUMNS_MAX, ROW_CHARS_MAX, SourceRefused } from "../source.ts";
import type { Cell, Row, RowFault, RowWarning, Source } from "../source.ts";
import { decoded, fileLink } from "./file-links.ts";
import { splitFrontMatter } from "./front-matter.ts";
import { firstHeading, withAddresses } from "./links.ts";

/** Name of the part of documents. */
export const DOCUMENTS = "articles";

/** Columns of documents; further members of their front matter come behind. */
export const documentColumns = ["title", "slug", "path", "body", "tags"] as const;
const [TITLE, SLUG, PATH, BODY, TAGS] = [0, 1, 2, 3, 4];

const DOCUMENT = /\.(?:md|markdown)$/i;
/** Id that Notion adds to the names of its pages. */
const NOTION_ID = /[ -]?([0-9a-f]{32})$/i;
const ID_CHARS = 8;
const WARNINGS_MAX = 20;

/** Finds the documents of an archive. */
export const documentsIn = ({ names }: Archive): string[] =>
  names.filter((name) => DOCUMENT.test(name) && !SYSTEM_FILE.test(name));

/** Document before its links are read. */
interface Draft {
  title: string;
  body: string;
  members: ReadonlyMap<string, string>;
  isInvalid: boolean;
  fault: RowFault["code"] | undefined;
}

/** Opens the documents of an archive as one part, each as a row (imports.documents). */
export async function openDocuments(archive: Archive): Promise<Omit<Source, "close">> {
  const paths = documentsIn(archive);
  const titles = new Map<string, string>();
  const keys = new Set<string>();
  for (const one of paths) {
    const { title, members } = await draftOf(archive, one);
    titles.set(one, title);
    for (const key of members.keys()) if (!isOwn(key)) keys.add(key);
  }
  const columns = [...documentColumns, ...[...keys].map(visible)];
  if (columns.length > COLUMNS_MAX)
    throw new SourceRefused(
      "limit_reached",
      `The documents have more than ${COLUMNS_MAX} columns. Split them.`,
    );
  const reader = new DocumentReader(archive, slugsOf(titles), [...keys]);
  const part = { index: 0, name: DOCUMENTS, columns, rows: () => reader.rows(paths) };
  const facts = { format: "zip" as const, encoding: null, delimiter: null, header: true, guessed: [] };
  return { ...facts, parts: [part], file: (name) => archive.file(name) };
}

const isOwn = (key: string): boolean => key === "title" || key === "tags";

async function draftOf(archive: Archive, name: string): Promise<Draft> {
  const { text, fault } = await textOf(archive.file(name));
  const { members, body, isInvalid } = splitFrontMatter(text);
  const title = [members.get("title"), firstHeading(body)].find((one) => one?.trim());
  return { title: (title ?? nameOf(name)).trim(), body, members, isInvalid, fault };
}

/** Reads a text whole; of one that is too large its beginning. */
async function textOf(bytes: Bytes | undefined): Promise<{ text: string; fault?: RowFault["code"] }> {
  if (bytes === undefined || bytes.size === 0) return { text: "" };
  const { encoding } = await encodingOf(bytes);
  let text = "";
  for await (const piece of textIn(bytes.chunks(), encoding)) {
    text += piece;
    if (text.length > ROW_CHARS_MAX) return { text: text.slice(0, SHOWN_CHARS), fault: "too_large" };
  }
  if (!text.isWellFormed()) return { text, fault: "not_in_encoding" };
  return text.includes("\0") ? { text, fault: "invalid_character" } : { text };
}

const SHOWN_CHARS = 1_000;

/** The name of a file without its ending and without the id of Notion. */
function nameOf(file: string): string {
  const stem = path.basename(file).replace(DOCUMENT, "");
  return stem.replace(NOTION_ID, "").trim() || stem;
}

/** Names documents in addresses: by their titles, and by an id too if several have one title or it has no letter. */
function slugsOf(titles: ReadonlyMap<string, string>): Map<string, string> {
  const slugs = new Map([...titles].map(([name, title]) => [name, slugOf(title)]));
  const counts = new Map<string, number>();
  for (const slug of slugs.values()) counts.set(slug, (counts.get(slug) ?? 0) + 1);
  const named = [...slugs].map(([name, slug]): [string, string] => {
    if (slug !== "" && counts.get(slug) === 1) return [name, slug];
    const id = idOf(name);
    return [name, slug === "" ? id : cutSlug(slug, `-${id}`)];
  });
  return new Map(named);
}

function idOf(name: string): string {
  const own = NOTION_ID.exec(path.basename(name).replace(DOCUMENT, ""))?.[1]?.toLowerCase();
  return (own ?? createHash("sha256").update(name).digest("hex")).slice(0, ID_CHARS);
}

const MESSAGES: Partial<Record<RowFault["code"], string>> = {
  not_in_encoding: "The document has bytes that its encoding does not have. Save it as UTF-8.",
  invalid_character: "The document or its path has NUL. Remove it.",
  too_large: "The document has more than 1,048,576 characters. Split it.",
};

/** Reader of documents, which links them to each other and to the other files of their archive. */
class DocumentReader {
  readonly #archive: Archive;
  readonly #slugs: ReadonlyMap<string, string>;
  readonly #keys: readonly string[];
  /** Names of files by how links write them. */
  readonly #names: ReadonlyMap<string, string>;
  readonly #digests = new Map<string, string>();

  constructor(archive: Archive, slugs: ReadonlyMap<string, string>, keys: readonly string[]) {
    this.#archive = archive;
    this.#slugs = slugs;
    this.#keys = keys;
    this.#names = new Map(archive.names.map((name) => [name.normalize("NFC"), name]));
  }

  async *rows(paths: readonly string[]): AsyncGenerator<Row, void, undefined> {
    for (const [at, name] of paths.entries()) yield { row: at + 1, line: 1, ...(await this.#rowOf(name)) };
  }

  async #rowOf(name: string): Promise<Pick<Row, "cells" | "faults" | "warnings">> {
    const draft = await draftOf(this.#archive, name);
    const fault = name.includes("\0") ? "invalid_character" : draft.fault;
    const column = name.includes("\0") ? PATH : BODY;
    if (fault !== undefined) {
      const cells = this.#cellsOf(name, { ...draft, body: draft.body.slice(0, SHOWN_CHARS) }).map(shown);
      return { cells, faults: [{ column, code: fault, message: MESSAGES[fault] ?? "" }] };
    }
    const { body, warnings } = await this.#linked(name, draft);
    return { cells: this.#cellsOf(name, { ...draft, body }), faults: [], warnings };
  }

  #cellsOf(name: string, { title, body, members }: Draft): Cell[] {
    const cells: Cell[] = this.#keys.map((key) => members.get(key) ?? "");
    const own: Record<number, string> = {
      ...{ [TITLE]: title, [SLUG]: this.#slugs.get(name) ?? "", [PATH]: name },
      ...{ [BODY]: body, [TAGS]: members.get("tags") ?? "" },
    };
    return [...documentColumns.map((_, at) => own[at] ?? ""), ...cells];
  }

  /** Rewrites the links of a document to other documents and to files; a link that leads nowhere stays. */
  async #linked(name: string, draft: Draft): Promise<{ body: string; warnings: RowWarning[] }> {
    const warnings: RowWarning[] = [];
    const warn = (code: RowWarning["code"], message: string, value: string) => {
      if (warnings.length < WARNINGS_MAX) warnings.push({ column: BODY, code, message, value });
    };
    if (draft.isInvalid)
      warn("invalid_format", "The front matter is not valid YAML and stays in the text.", "");
    const files = new Set<string>();
    const find = (address: string) => this.#targetOf(name, address);
    await withAddresses(draft.body, (address) => {
      const target = find(address);
      if (target === "absent")
        warn("not_found", "The archive has no file at this address. The link stays as it is.", address);
      else if (target !== undefined && !this.#slugs.has(target.name)) files.add(target.name);
      return undefined;
    });
    for (const file of files) await this.#digest(file);
    const body = await withAddresses(draft.body, (address) => {
      const target = find(address);
      return target === undefined || target === "absent" ? undefined : this.#addressOf(target);
    });
    return { body, warnings };
  }

  /** Finds the file of the archive to which an address leads; undefined for an address out of the archive. */
  #targetOf(from: string, address: string): { name: string; rest: string } | "absent" | undefined {
    if (address === "" || /^(?:[a-z][a-z0-9+.-]*:|[/#?\\])/i.test(address)) return undefined;
    const [, place = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
    const plain = decoded(place);
    if (plain === undefined) return "absent";
    const name = this.#names.get(path.join(path.dirname(from), plain).normalize("NFC"));
    return name === undefined ? "absent" : { name, rest: rest.slice(Math.max(0, rest.indexOf("#"))) };
  }

  #addressOf({ name, rest }: { name: string; rest: string }): string {
    const slug = this.#slugs.get(name);
    if (slug !== undefined) return `/articles/${slug}${rest.startsWith("#") ? rest : ""}`;
    const size = this.#archive.file(name)?.size ?? 0;
    return fileLink({ sha256: this.#digests.get(name) ?? "", size, path: name });
  }

  async #digest(name: string): Promise<void> {
    if (this.#digests.has(name)) return;
    const hash = createHash("sha256");
    for await (const chunk of this.#archive.file(name)?.chunks() ?? []) hash.update(chunk);
    this.#digests.set(name, hash.digest("hex"));
  }
}

const shown = (cell: Cell): Cell => (typeof cell === "string" ? visible(cell) : cell);
