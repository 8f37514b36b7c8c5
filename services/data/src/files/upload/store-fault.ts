import { AppError } from "@jst/errors";

/** Codes of a disk that takes no more. */
const FULL = ["ENOSPC", "EDQUOT"];

/** Throws 503 where the store is full: others may be served, and this one later. Anything else is thrown as it is. */
export function storeFault(thrown: unknown): never {
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  if (!FULL.includes(code)) throw thrown;
  throw new AppError(
    "unavailable",
    "The file store is full. Ask your administrator to add space, then try again.",
    {
      cause: thrown,
    },
  );
}
