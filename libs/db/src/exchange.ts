import type { Connection, Submittable } from "pg";
import { RepeatedTexts } from "./repeated-texts.ts";
import type { Row, Statement } from "./types.ts";
import { decoderOf, encodeValue, type Decode, type Encoded } from "./values.ts";

/** What came back of one statement: its rows and PostgreSQL's command tag, such as `COMMIT` or `INSERT 0 1`. */
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
  prepared: Prepared | undefined;
}

/** The part of node-postgres's connection an exchange speaks through. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: Encoded[] }): void;
  describe(message: { type: "P"; name: string }): void;
  execute(message: object): void;
  close(message: { type: "S"; name: string }): void;
  sync(): void;
  sendCopyFail(reason: string): void;
}

/** What is known of one connection. */
interface Book {
  prepared: Map<string, Prepared>;
  repeated: RepeatedTexts;
}

const books = new WeakMap<object, Book>();

// The server forgot the statement (26000), or a migration changed its columns (0A000): parse it anew.
const staleCodes = new Set(["26000", "0A000"]);

/**
 * Several statements sent as one message burst with one Sync, so they cost one round trip and, outside an open
 * transaction, are one transaction. The first error skips the rest. It is node-postgres's extension point for
 * custom queries; every statement of a pool must go through it, as it keeps its own book of prepared names.
 */
export class Exchange implements Submittable {
  /** Settles when the server has answered everything, or with the first error. */
  readonly answers: Promise<Answer[]>;
  readonly #steps: Step[];
  readonly #answers: Answer[] = [];
  #rows: Row[] = [];
  #columns: Column[] | undefined;
  #decodeError: TypeError | undefined;
  readonly #resolve: (answers: Answer[]) => void;
  readonly #reject: (error: Error) => void;

  constructor(statements: readonly Statement[]) {
    this.#steps = statements.map(({ name = "", text, values }) => ({
      name,
      text,
      values: values.map(encodeValue),
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
    const book = books.get(wire) ?? { prepared: new Map<string, Prepared>(), repeated: new RepeatedTexts() };
    books.set(wire, book);
    const known = book.prepared;
    const clash = nameClash(this.#steps, known);
    if (clash !== undefined) return new TypeError(`Two statements share the name ${clash}.`);
    wire.stream.cork();
    for (const step of this.#steps) if (step.name === "") nameRepeated(step, wire, book);
    for (const step of this.#steps) send(step, wire, known);
    wire.sync();
    wire.stream.uncork();
    this.#columns = this.#steps[0]?.prepared?.columns;
    return null;
  }

  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = message.fields.map(({ name, dataTypeID }) => ({ name, decode: decoderOf(dataTypeID) }));
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    // Thrown from here, an error would end the process instead of the statement.
    try {
      this.#rows.push(rowOf(message.fields, this.#columns ?? []));
    } catch (error) {
      this.#decodeError ??= new TypeError("A value of the answer could not be read.", { cause: error });
    }
  }

  handleCommandComplete(message: { text: string }): void {
    const prepared = this.#steps[this.#answers.length]?.prepared;
    if (prepared) prepared.columns ??= this.#columns ?? [];
    this.#answers.push({ rows: this.#rows, tag: message.text });
    this.#rows = [];
    this.#columns = this.#steps[this.#answers.length]?.prepared?.columns;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" });
  }

  handleError(error: Error & { code?: string }): void {
    const [failed, ...skipped] = this.#steps.slice(this.#answers.length);
    for (const { prepared } of skipped) if (prepared?.columns === undefined) markUncertain(prepared);
    if (failed?.prepared && (failed.prepared.columns === undefined || staleCodes.has(error.code ?? ""))) {
      markUncertain(failed.prepared);
    }
    this.#reject(error);
  }

  handleReadyForQuery(): void {
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

function rowOf(fields: readonly (string | null)[], columns: readonly Column[]): Row {
  const row: Row = {};
  for (const [index, { name, decode }] of columns.entries()) {
    const text = fields[index] ?? null;
    row[name] = text === null ? null : decode(text);
  }
  return row;
}

function nameClash(steps: readonly Step[], known: ReadonlyMap<string, Prepared>): string | undefined {
  // The usual case: what is known under its name cannot clash, and no book is needed.
  if (steps.every(({ name, text }) => name === "" || known.get(name)?.text === text)) return undefined;
  const texts = new Map<string, string>();
  for (const { name, text } of steps) {
    if (name === "") continue;
    if ((known.get(name)?.text ?? texts.get(name) ?? text) !== text) return name;
    texts.set(name, text);
  }
  return undefined;
}

function markUncertain(prepared: Prepared | undefined): void {
  if (!prepared) return;
  prepared.isCertain = false;
  prepared.columns = undefined;
}

/** A statement without a name gets one when its text comes again. */
function nameRepeated(step: Step, wire: Wire, { prepared, repeated }: Book): void {
  const { name, dropped } = repeated.use(step.text);
  step.name = name;
  if (dropped === undefined) return;
  prepared.delete(dropped);
  wire.close({ type: "S", name: dropped });
}

function send(step: Step, wire: Wire, known: Map<string, Prepared>): void {
  const { name, text, values } = step;
  step.prepared = name === "" ? undefined : known.get(name);
  if (!step.prepared?.isCertain) {
    // Closing a statement the server does not know is no error, so both outcomes of a failed parse are healed.
    if (step.prepared) wire.close({ type: "S", name });
    wire.parse({ name, text });
    if (name !== "") known.set(name, (step.prepared = { text, columns: undefined, isCertain: true }));
  }
  wire.bind({ statement: name, values });
  if (step.prepared?.columns === undefined) wire.describe({ type: "P", name: "" });
  wire.execute({});
}
