import { validationFailed } from "@jst/errors";

/** Bytes of a row's cells as JSON (limits.cells). */
export const ROW_BYTES_MAX = 524_288;

/** Refuses a row whose cells have grown too large. */
export function requireRowBytes(bytes: number): void {
  if (bytes <= ROW_BYTES_MAX) return;
  throw validationFailed([
    {
      field: "data",
      code: "too_large",
      message: `The cells of the row are larger than ${ROW_BYTES_MAX} bytes together. Shorten some of them.`,
    },
  ]);
}
