import { AppError, validationFailed, type FieldError } from "@jst/errors";
import { composed } from "@jst/values";
import busboy from "busboy";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

const PARTS_MAX = 256;
const FIELD_BYTES_MAX = 65_536;

/** A part that is not a file. */
export interface Field {
  name: string;
  value: string;
}

/** Takes in one file of a form, to its end. */
export type TakeFile = (bytes: Readable, filename: string) => Promise<void>;

interface FormLimits {
  patienceMs: number;
  filesMax: number;
}

/**
 * Reads a multipart form as it comes: each file goes to `take`, the other parts are answered in their order. Rejects
 * as soon as the form is refused (files.form) or has taken too long, once nothing takes in bytes of it any more; what
 * is left of the body is then discarded.
 */
export async function readForm(
  request: IncomingMessage,
  take: TakeFile,
  limits: FormLimits,
): Promise<Field[]> {
  requireMultipart(request);
  const form = new FormReading(request, take, limits);
  return form.result();
}

function requireMultipart({ headers }: IncomingMessage): void {
  if ((headers["content-encoding"] ?? "identity").trim().toLowerCase() !== "identity")
    throw new AppError(
      "unsupported_media_type",
      "Compressed bodies are not supported. Send the body without compression.",
    );
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(headers["content-type"] ?? ""))
    throw new AppError(
      "unsupported_media_type",
      "The body is not multipart/form-data. Send the files as multipart/form-data.",
    );
}

class FormReading {
  readonly #request: IncomingMessage;
  readonly #take: TakeFile;
  readonly #limits: FormLimits;
  readonly #fields: Field[] = [];
  readonly #faults: FieldError[] = [];
  readonly #taking: Promise<void>[] = [];
  #fieldBytes = 0;
  #refusal: { error: unknown } | undefined;
  #files = 0;

  constructor(request: IncomingMessage, take: TakeFile, limits: FormLimits) {
    this.#request = request;
    this.#take = take;
    this.#limits = limits;
  }

  async result(): Promise<Field[]> {
    await this.#run();
    await Promise.allSettled(this.#taking);
    if (this.#refusal !== undefined) throw this.#refusal.error;
    if (this.#files === 0)
      this.#faults.push(
        refused("file", "required", "The upload does not have a file. Send the file in the part named file."),
      );
    if (this.#faults.length > 0) throw validationFailed(this.#faults);
    return this.#fields;
  }

  #run(): Promise<void> {
    return new Promise((resolve) => {
      const { patienceMs, filesMax } = this.#limits;
      const form = parserOf(this.#request, filesMax);
      const refuse = (error: unknown): void => {
        this.#refusal ??= { error };
        this.#request.unpipe(form);
        form.destroy();
        this.#request.resume();
        resolve();
      };
      form.on("field", (name, value, { valueTruncated }) => {
        this.#fieldBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
        if (valueTruncated || this.#fieldBytes > FIELD_BYTES_MAX) refuse(tooMuch());
        else this.#addField(name, composed(value));
      });
      form.on("file", (name, bytes, { filename }) => {
        bytes.on("error", () => undefined);
        // A part without a name has none, whatever the types say.
        this.#addFile(name, bytes, filename, refuse);
      });
      form.on("partsLimit", () => refuse(tooMuch()));
      form.on("fieldsLimit", () => refuse(tooMuch()));
      form.on("filesLimit", () => {
        refuse(validationFailed([refused("file", "too_many", tooManyFiles(filesMax))]));
      });
      form.on("error", () => refuse(malformed("is broken or ends early")));
      const patience = setTimeout(() => refuse(tooSlow()), patienceMs);
      form.on("close", () => {
        clearTimeout(patience);
        resolve();
      });
      this.#request.once("error", () => refuse(malformed("ends early")));
      if (this.#request.destroyed) refuse(malformed("ends early"));
      else this.#request.pipe(form);
    });
  }

  #addField(name: string, value: string): void {
    if (name === "file")
      this.#faults.push(
        refused(
          name,
          "invalid_format",
          "The part file does not have a file name. Send the file with its name.",
        ),
      );
    else this.#fields.push({ name, value });
  }

  #addFile(
    name: string | undefined,
    bytes: Readable,
    filename: string | undefined,
    refuse: (error: unknown) => void,
  ): void {
    if (name === "file") this.#files += 1;
    if (name !== "file")
      this.#faults.push(
        refused(name ?? "", "unknown_field", "The part with the file must be named file. Rename the part."),
      );
    else if (filename === undefined) this.#addField(name, "");
    if (this.#faults.length > 0 || filename === undefined) bytes.resume();
    else this.#taking.push(this.#take(bytes, filename).catch(refuse));
  }
}

const tooManyFiles = (most: number): string =>
  `The upload has more than ${most === 1 ? "1 file" : `${most} files`}, which is the maximum. Send the others in another upload.`;

function parserOf(request: IncomingMessage, filesMax: number): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: "utf8",
      preservePath: true,
      limits: { files: filesMax, parts: PARTS_MAX, fields: PARTS_MAX, fieldSize: FIELD_BYTES_MAX },
    });
  } catch (cause) {
    throw malformed("has no boundary", cause);
  }
}

function malformed(what: string, cause?: unknown): AppError {
  return new AppError(
    "malformed_multipart",
    `The upload ${what}. Build the multipart/form-data body again and send it.`,
    { cause },
  );
}

/** The rest of the body is not waited for: with the answer the connection ends. */
function tooSlow(): AppError {
  return new AppError("timeout", "The upload took too long. Send it again, or send less at once.", {
    headers: { connection: "close" },
  });
}

function tooMuch(): AppError {
  const detail = `The form has more than ${PARTS_MAX} parts, or more than ${FIELD_BYTES_MAX} bytes besides its files. Send fewer parts or shorter values.`;
  return new AppError("payload_too_large", detail, { extension: { limit: FIELD_BYTES_MAX } });
}

function refused(field: string, code: string, message: string): FieldError {
  return { field, code, message };
}
