import { AppError } from "@jst/errors";
import pg from "pg";

/** True if PostgreSQL refused a statement because of the constraint or unique index of that name. */
export function isConstraint(error: unknown, name: string): boolean {
  return (
    error instanceof pg.DatabaseError && error.code?.startsWith("23") === true && error.constraint === name
  );
}

/** True if PostgreSQL refused a statement because of any constraint or unique index. */
export function isIntegrityViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith("23") === true;
}

/** True if PostgreSQL refused a statement because the row's parent does not exist. */
export function isMissingParent(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "23503";
}

/** True for deadlocks and serialization failures: the same transaction, run again, may succeed. */
export function isCollision(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === "40001" || error.code === "40P01");
}

// Server is shutting down, restarting or full (57P, 53, 08), or ended this session for its idle or total time.
const lostConnection = /^(57P|53|08|25P03|25P04)/;

/** True if the error says nothing about the statement: the server or the connection to it is gone. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof TypeError) return false;
  return !(error instanceof pg.DatabaseError) || lostConnection.test(error.code ?? "");
}

/** Translates a lost connection to 503 and a statement over its time to 504; returns any other error unchanged. */
export function translated(error: unknown): unknown {
  if (error instanceof AppError || error instanceof TypeError) return error;
  if (isConnectionLoss(error)) {
    return new AppError("unavailable", "The database did not answer. Try again.", { cause: error });
  }
  if (error instanceof pg.DatabaseError && error.code === "57014") {
    return new AppError(
      "timeout",
      "The request took too long. Check the data, then repeat a write with the same Idempotency-Key.",
      { cause: error },
    );
  }
  return error;
}
