import { openArchive, SYSTEM_FILE, type Archive } from "./archive.ts";
import { bytesOfFile, bytesOfText, firstBytes, type Bytes } from "./bytes.ts";
import { csvRows, dialectOf, requireDelimiter, type Dialect } from "./csv.ts";
import { documentsIn, openDocuments } from "./documents/documents.ts";
import { encodingOf, isEncoding, type Encoding, type EncodingGuess } from "./encoding.ts";
import { jsonColumns, jsonHeaders, jsonRows } from "./json-lines.ts";
import { kindOf, refuseOther, type TextKind } from "./kind.ts";
import {
  PARTS_MAX,
  SOURCE_BYTES_MAX,
  SourceRefused,
  type Format,
  type Part,
  type Source,
  type SourceOptions,
} from "./source.ts";
import { cardColumns, cardRows } from "./vcard/vcard.ts";
import { isOfficeFile } from "./xlsx/workbook.ts";
import { openWorkbook } from "./xlsx/xlsx.ts";

/** A source before anything is known of it: a file on the disk, or a text. */
export type SourceInput = { path: string } | { text: string };

/**
 * Opens a source and looks through it (imports.sources). The format follows from the bytes, and options that are stated
 * are not guessed. At no time more than some pieces of the source are in memory. Throws SourceRefused for a source that
 * cannot be read as a whole; what is wrong with a row is a fault of the row.
 */
export async function openSource(input: SourceInput, options: SourceOptions = {}): Promise<Source> {
  requireDelimiter(options.delimiter);
  if ("text" in input && !input.text.isWellFormed())
    throw new SourceRefused("unreadable", "The text has half of a surrogate pair. Remove it.");
  const bytes = "path" in input ? await bytesOfFile(input.path) : bytesOfText(input.text);
  if (bytes.size > SOURCE_BYTES_MAX)
    throw new SourceRefused("too_large", "The source is larger than 500 MiB. Split it.");
  const head = await firstBytes(bytes, 1_048_576);
  if (head.length === 0) throw empty();
  if ("path" in input && head.subarray(0, ZIP.length).equals(ZIP))
    return openPacked(input.path, bytes.size, options);
  refuseOther(head);
  const guess =
    "text" in input ? { encoding: "utf-8" as const, isGuessed: false } : await encodingIn(bytes, options);
  const { part, ...facts } = await openText(bytes, guess, options);
  if (part.columns.length === 0) throw empty();
  return { ...facts, parts: [{ index: 0, name: null, ...part }], close: () => Promise.resolve() };
}

const empty = (): SourceRefused =>
  new SourceRefused("unreadable", "The source is empty. Choose another file.");

const ZIP = Buffer.from("504b0304", "hex");

async function encodingIn(bytes: Bytes, { encoding }: SourceOptions): Promise<EncodingGuess> {
  if (encoding === undefined) return encodingOf(bytes);
  if (!isEncoding(encoding))
    throw new SourceRefused("unreadable", "The encoding is not known. Choose another one.");
  return { encoding, isGuessed: false };
}

/** Facts of a text of rows, and its rows. */
interface OpenText extends Pick<Source, "format" | "encoding" | "delimiter" | "header" | "guessed"> {
  part: Pick<Part, "columns" | "rows">;
}

async function openText(
  bytes: Bytes,
  { encoding, isGuessed }: EncodingGuess,
  options: SourceOptions,
): Promise<OpenText> {
  const kind: TextKind = options.delimiter === undefined ? await kindOf(bytes, encoding) : "rows";
  if (kind === "rows") return openRows(bytes, encoding, isGuessed, options);
  const plain = { encoding, delimiter: null, header: true, guessed: isGuessed ? ["encoding" as const] : [] };
  if (kind === "vcf") {
    const columns = cardColumns;
    return { format: "vcf", ...plain, part: { columns, rows: () => cardRows(bytes, encoding) } };
  }
  const names = await jsonColumns(bytes, encoding);
  const rows = () => jsonRows(bytes, encoding, names);
  return { format: "json_lines", ...plain, part: { columns: jsonHeaders(names), rows } };
}

async function openRows(
  bytes: Bytes,
  encoding: Encoding,
  isGuessed: boolean,
  options: SourceOptions,
): Promise<OpenText> {
  const dialect = await dialectOf(bytes, encoding, options);
  const { delimiter, header, columns } = dialect;
  const guessed = guessedFacts(dialect, isGuessed);
  const part = { columns, rows: () => csvRows(bytes, dialect) };
  return { format: FORMATS[delimiter] ?? "csv", encoding, delimiter, header, guessed, part };
}

const FORMATS: Readonly<Record<string, Format>> = { "\t": "tsv", ";": "semicolon" };

function guessedFacts(dialect: Dialect, isEncodingGuessed: boolean): Source["guessed"] {
  const guessed: Source["guessed"] = [];
  if (isEncodingGuessed) guessed.push("encoding");
  if (dialect.isDelimiterGuessed) guessed.push("delimiter");
  if (dialect.isHeaderGuessed) guessed.push("header");
  return guessed;
}

async function openPacked(path: string, size: number, options: SourceOptions): Promise<Source> {
  const archive = await openArchive(path, size);
  try {
    if (!isOfficeFile(archive)) return { ...(await openFiles(archive, options)), close: archive.close };
    const { parts, header, close } = await openWorkbook(archive, options);
    if (parts.length === 0) throw empty();
    const facts = { encoding: null, delimiter: null, header };
    const guessed: Source["guessed"] = options.header === undefined ? ["header"] : [];
    const closeAll = async () => {
      await close();
      await archive.close();
    };
    return { format: "xlsx", ...facts, guessed, parts, close: closeAll };
  } catch (thrown) {
    await archive.close();
    throw thrown;
  }
}

/** Refuses a file of an archive whose bytes are not a text, such as another archive. */
async function requireText(name: string, bytes: Bytes): Promise<void> {
  const head = await firstBytes(bytes, 4_096);
  try {
    if (head.subarray(0, ZIP.length).equals(ZIP))
      throw new SourceRefused("unsupported_format", "The file is an archive. Unpack it.");
    refuseOther(head);
  } catch (thrown) {
    if (!(thrown instanceof SourceRefused)) throw thrown;
    throw new SourceRefused(thrown.code, `${name.slice(0, 200)}: ${thrown.message}`, thrown);
  }
}

const ROWS_FILE = /\.(?:csv|tsv|tab)$/i;
const TEXT_FILE = /\.(?:csv|tsv|tab|txt)$/i;

/**
 * Opens the files of rows in an archive, each as a part; the facts of the source are those of the first. An archive
 * without any is opened as its documents.
 */
async function openFiles(archive: Archive, options: SourceOptions): Promise<Omit<Source, "close">> {
  const names = archive.names.filter((name) => TEXT_FILE.test(name) && !SYSTEM_FILE.test(name));
  const isDocuments = options.isDocuments ?? !names.some((name) => ROWS_FILE.test(name));
  if (isDocuments && documentsIn(archive).length > 0) return openDocuments(archive);
  if (names.length > PARTS_MAX)
    throw new SourceRefused(
      "limit_reached",
      `The archive has more than ${PARTS_MAX} files of rows. Split it.`,
    );
  const opened: (OpenText & { name: string })[] = [];
  for (const name of names) {
    const bytes = archive.file(name);
    if (bytes === undefined || bytes.size === 0) continue;
    await requireText(name, bytes);
    const { encoding, isGuessed } = await encodingIn(bytes, options);
    const rows = await openRows(bytes, encoding, isGuessed, options);
    if (rows.part.columns.length > 0) opened.push({ name, ...rows });
  }
  const [first] = opened;
  if (first === undefined)
    throw new SourceRefused(
      "unsupported_format",
      "The archive has no file of rows and no document. Pack .csv or .md files, or send one.",
    );
  const { encoding, delimiter, header, guessed } = first;
  const parts = opened.map(({ name, part }, index) => ({ index, name, ...part }));
  return { format: "zip", encoding, delimiter, header, guessed, parts };
}
