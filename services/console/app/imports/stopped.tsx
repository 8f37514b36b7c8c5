import { ProblemError } from "@jst/client";
import { Link } from "wouter";
import { Failure } from "../parts/failure.tsx";
import { PATHS } from "../paths.ts";
import { IMPORTS } from "../words/imports.ts";
import type { Import } from "./imports.ts";

/** Why an import stopped, or must be checked again, and what to do. */
export function Stopped({ of: { status, error, source } }: { of: Import }) {
  if (status === "cancelled") return <p role="status">{IMPORTS.cancelled}</p>;
  if (error === null) return null;
  const unread = error.errors?.find(({ field }) => field === "source");
  const remedy = unread === undefined ? {} : { remedy: `${IMPORTS.unread(source.name)} ${unread.message}` };
  return (
    <Failure error={new ProblemError(error.status, error)} {...remedy}>
      {status === "failed" && <Link to={PATHS.tables}>{IMPORTS.again}</Link>}
    </Failure>
  );
}
