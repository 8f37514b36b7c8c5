import { platformContext } from "@jst/rpc";
import type { InternalHandler } from "../../gen/rpc.ts";
import { entriesOf } from "../import/bundle.ts";
import { takeBundle } from "../import/take-bundle.ts";

/** Longest time a Bundle may take; the largest ones are far beyond what a request may. */
const IMPORT_MS = 300_000;

/** Takes a Bundle into the charts in one transaction, and reports on each of its resources (clinical.import). */
export const importBundle: InternalHandler<"ImportBundle"> = async (asked, call) => {
  const entries = entriesOf(asked.bundle);
  const context = { ...platformContext(asked.team_id, call), timeoutMs: IMPORT_MS };
  const { result } = await call.deps.database.write(context, (tx) =>
    takeBundle(tx, entries, asked.enroll ?? false),
  );
  return { body: { ...result } };
};
