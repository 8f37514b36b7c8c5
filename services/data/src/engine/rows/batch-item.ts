import { AppError } from "@jst/errors";
import type { CellChanges } from "../cells/cells.ts";

/** One row of a batch on its way; what has an error goes no further. */
export interface BatchItem {
  /** Place in the request. */
  readonly index: number;
  readonly data: Record<string, unknown>;
  /** Id that the request names, in lower case; undefined for a row that it does not name. */
  readonly id?: string | undefined;
  /** Version that the row has to have. */
  readonly version?: number | undefined;
  /** The row it is merged over; undefined for a new row. */
  rowId?: string;
  /** Version of that row, which is locked. */
  current?: number;
  /** Cells of a new row. */
  cells?: Record<string, unknown>;
  /** Changes of an existing row. */
  changes?: CellChanges;
  /** True when the changes leave the row as it is. */
  isSame?: boolean;
  error?: AppError;
  /** The stored row, as it is answered. */
  body?: string;
  /** Its id. */
  storedId?: string;
}

/** Where the cells of an item stand in the request. */
export function placeOf({ index }: Pick<BatchItem, "index">): string {
  return `rows.${index}.data`;
}

/** Runs work for each item that has no error yet; its refusal becomes the error of the item. */
export function each(items: readonly BatchItem[], work: (item: BatchItem) => void): void {
  eachOfAll(
    items.filter(({ error }) => error === undefined),
    work,
  );
}

/** Runs work for each item, refused ones too: these list the faults of the work besides their own. */
export function eachOfAll(items: readonly BatchItem[], work: (item: BatchItem) => void): void {
  for (const item of items) {
    try {
      work(item);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const refusal = inBatch(error, item);
      item.error = item.error === undefined ? refusal : joined([item.error, refusal]);
    }
  }
}

/** The refusal of a single row, with its places as they are in the batch. */
export function inBatch(error: AppError, item: BatchItem): AppError {
  const errors = (error.errors ?? []).map(({ field, ...fault }) => ({
    field: field.replace(/^data(?=\.|$)/, () => placeOf(item)),
    ...fault,
  }));
  return new AppError(error.code, error.message, {
    ...(errors.length === 0 ? {} : { errors }),
    extension: error.extension,
    cause: error,
  });
}

/**
 * Throws what a batch that is stored whole or not at all is refused for: every fault of the first status
 * (conventions.refusal-order).
 */
export function requireAll(items: readonly BatchItem[]): void {
  const refused = items.flatMap(({ error }) => (error === undefined ? [] : [error]));
  const invalid = refused.filter((error) => error.status === 422);
  const [first, ...others] = invalid.length > 0 ? invalid : refused;
  if (first === undefined) return;
  if (others.length === 0) throw first;
  const all: [AppError, ...AppError[]] = [first, ...others.filter(({ status }) => status === first.status)];
  throw joined(all, `${all.length} rows of the batch are not valid; see errors. `);
}

/** One refusal for several of a status, with all their faults. */
function joined(all: readonly [AppError, ...AppError[]], summary = ""): AppError {
  const [first] = all;
  const { code, message } = all.find((error) => error.code === "unknown_column") ?? first;
  return new AppError(code, `${summary}${message}`, {
    errors: all.flatMap((error) => error.errors ?? []),
    extension: first.extension,
    cause: first,
  });
}
