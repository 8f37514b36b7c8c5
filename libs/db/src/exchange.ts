import type { Duplex } from "node:stream";
import type { Connection, Submittable } from "pg";
import { serialize } from "pg-protocol";
import { JoinedText } from "./joined-text.ts";
import { RepeatedTexts } from "./repeated-texts.ts";
import { ReplyReader, type Receiver } from "./reply-reader.ts";
import type { Row, Statement } from "./types.ts";
import { decoderOf, encodeValue, type Decode, type Encoded } from "./values.ts";
import { bind, send } from "./wire.ts";

/** Result of one statement: its rows and PostgreSQL's command tag, such as `COMMIT` or `INSERT 0 1`. */
export interface Answer {
  rows: Row[];
  tag: string;
}

interface Column {
  name: string;
  decode: Decode;
}

/** A statement the server may know by name. Columns are undefined until it has described them once. */
interface Prepared {
  text: string;
  columns: Column[] | undefined;
  /** False after an error that leaves open whether the server has parsed it. */
  isCertain: boolean;
}

interface Step {
  name: string;
  text: string;
  values: Encoded[];
  /** The column that is answered as bytes. */
  bytes: string | undefined;
  /** How many of the last columns are joined over all rows. */
  joined: number;
  prepared: Prepared | undefined;
}

/** The part of node-postgres's connection an exchange speaks through. */
interface Wire {
  stream: Duplex;
  sendCopyFail(reason: string): void;
}

/** State of one connection. */
interface Book {
  prepared: Map<string, Prepared>;
  repeated: RepeatedTexts;
  reader: ReplyReader;
}

const books = new WeakMap<object, Book>();

// The server forgot the statement (26000), or a migration changed its columns (0A000): parse it again.
const staleCodes = new Set(["26000", "0A000"]);

/**
 * Several statements sent as one message burst with one Sync, so they cost one round trip and, outside an open
 * transaction, are one transaction. The first error skips the rest. It is node-postgres's extension point for
 * custom queries; every statement of a pool must go through it, as it keeps its own book of prepared names.
 */
export class Exchange implements Submittable, Receiver {
  /** Settles when the server has answered everything, or with the first error. */
  readonly answers: Promise<Answer[]>;
  readonly #steps: Step[];
  readonly #texts: Map<string, string>;
  readonly #answers: Answer[] = [];
  #rows: Row[] = [];
  #joined: JoinedText | undefined;
  #columns: Column[] | undefined;
  #reader: ReplyReader | undefined;
  #decodeError: TypeError | undefined;
  readonly #resolve: (answers: Answer[]) => void;
  readonly #reject: (error: Error) => void;

  /** `texts`: of every name that any connection of the pool has met; a second one under a name is refused. */
  constructor(statements: readonly Statement[], texts: Map<string, string>) {
    this.#texts = texts;
    this.#steps = statements.map(({ name = "", text, values, bytes, joined = 0 }) => ({
      name,
      text,
      values: values.map(encodeValue),
      bytes,
      joined,
      prepared: undefined,
    }));
    const { promise, resolve, reject } = Promise.withResolvers<Answer[]>();
    this.answers = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Called by node-postgres when the connection is free. A returned error is reported without anything sent. */
  submit(connection: Connection): Error | null {
    const wire = connection as unknown as Wire;
    const book = books.get(wire) ?? newBook(wire);
    const { prepared: known, reader } = book;
    const clash = nameClash(this.#steps, known, this.#texts);
    if (clash !== undefined) return new TypeError(`Two statements share the name ${clash}.`);
    const messages: Buffer[] = [];
    for (const step of this.#steps) if (step.name === "") messages.push(...nameRepeated(step, book));
    for (const step of this.#steps) messages.push(...messagesOf(step, known));
    messages.push(serialize.sync());
    reader.receiver = this;
    this.#reader = reader;
    send(wire.stream, messages);
    this.#columns = this.#steps[0]?.prepared?.columns;
    return null;
  }

  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = message.fields.map(({ name, dataTypeID }) => ({ name, decode: decoderOf(dataTypeID) }));
  }

  takeRow(bytes: Buffer, from: number): void {
    // Thrown from here, an error would end the process instead of the statement.
    try {
      const step = this.#steps[this.#answers.length];
      const columns = this.#columns ?? [];
      const own = columns.length - (step?.joined ?? 0);
      if (this.#joined === undefined) this.#rows.push(rowOf(bytes, from, columns, own, step?.bytes));
      if (own === columns.length) return;
      this.#joined ??= new JoinedText();
      this.#joined.takeRow(bytes, from, own, columns.length);
    } catch (error) {
      this.#decodeError ??= new TypeError("A value of the answer could not be read.", { cause: error });
    }
  }

  takeTag(tag: string): void {
    const prepared = this.#steps[this.#answers.length]?.prepared;
    if (prepared) prepared.columns ??= this.#columns ?? [];
    const [first] = this.#rows;
    if (first && this.#joined) first["joined"] = this.#joined.pieces();
    this.#answers.push({ rows: this.#rows, tag });
    this.#rows = [];
    this.#joined = undefined;
    this.#columns = this.#steps[this.#answers.length]?.prepared?.columns;
  }

  handleEmptyQuery(): void {
    this.takeTag("");
  }

  handleError(error: Error & { code?: string }): void {
    if (this.#reader) this.#reader.receiver = undefined;
    const [failed, ...skipped] = this.#steps.slice(this.#answers.length);
    for (const { prepared } of skipped) if (prepared?.columns === undefined) markUncertain(prepared);
    if (failed?.prepared && (failed.prepared.columns === undefined || staleCodes.has(error.code ?? ""))) {
      markUncertain(failed.prepared);
    }
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#reader) this.#reader.receiver = undefined;
    if (this.#decodeError) this.#reject(this.#decodeError);
    else this.#resolve(this.#answers);
  }

  handleCopyInResponse(connection: Connection): void {
    (connection as unknown as Wire).sendCopyFail("COPY is not offered here.");
  }

  handleCopyData(): void {
    // The rows of a COPY are not read; its command tag ends the step.
  }

  handlePortalSuspended(): void {
    // Cannot happen: every portal is executed to its end.
  }
}

function newBook(wire: Wire): Book {
  const reader = ReplyReader.interpose(wire.stream);
  const book = { prepared: new Map<string, Prepared>(), repeated: new RepeatedTexts(), reader };
  books.set(wire, book);
  return book;
}

const LENGTH_BYTES = 4;

/**
 * Reads the first `count` columns of a DataRow message whose content begins at `from`: the number of columns, then
 * length and text of each.
 */
function rowOf(
  message: Buffer,
  from: number,
  columns: readonly Column[],
  count: number,
  asBytes: string | undefined,
): Row {
  const row: Row = {};
  let at = from + 2;
  for (const { name, decode } of count === columns.length ? columns : columns.slice(0, count)) {
    const length = message.readInt32BE(at);
    at += LENGTH_BYTES;
    if (length < 0) {
      row[name] = null;
      continue;
    }
    const end = at + length;
    row[name] = name === asBytes ? message.subarray(at, end) : decode(message.toString("utf8", at, end));
    at = end;
  }
  return row;
}

function nameClash(
  steps: readonly Step[],
  known: ReadonlyMap<string, Prepared>,
  texts: Map<string, string>,
): string | undefined {
  // The usual case: what the connection knows under its name cannot clash.
  if (steps.every(({ name, text }) => name === "" || known.get(name)?.text === text)) return undefined;
  for (const { name, text } of steps) {
    if (name === "") continue;
    const first = texts.get(name);
    if (first === undefined) texts.set(name, text);
    else if (first !== text) return name;
  }
  return undefined;
}

function markUncertain(prepared: Prepared | undefined): void {
  if (!prepared) return;
  prepared.isCertain = false;
  prepared.columns = undefined;
}

/** Names a statement without a name when its text comes again, and closes the name that gives way to it. */
function nameRepeated(step: Step, { prepared, repeated }: Book): Buffer[] {
  const { name, dropped } = repeated.use(step.text);
  step.name = name;
  if (dropped === undefined) return [];
  prepared.delete(dropped);
  return [serialize.close({ type: "S", name: dropped })];
}

function messagesOf(step: Step, known: Map<string, Prepared>): Buffer[] {
  const { name, text, values } = step;
  const messages: Buffer[] = [];
  step.prepared = name === "" ? undefined : known.get(name);
  if (!step.prepared?.isCertain) {
    // The server accepts closing an unknown statement, so both outcomes of a failed parse are repaired.
    if (step.prepared) messages.push(serialize.close({ type: "S", name }));
    messages.push(serialize.parse({ name, text }));
    if (name !== "") known.set(name, (step.prepared = { text, columns: undefined, isCertain: true }));
  }
  messages.push(...bind(name, values));
  if (step.prepared?.columns === undefined) messages.push(serialize.describe({ type: "P" }));
  messages.push(serialize.execute());
  return messages;
}
