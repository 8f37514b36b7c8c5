import type { TeamTx } from "@jst/db";
import { wantNotice } from "@jst/events";
import type { StoredImport } from "./import.ts";
import type { ImportParts } from "./work.ts";

/** Types of actors other than members. */
const OTHERS: readonly string[] = ["service", "oauth_app", "system"];
/** A shorter run is known from the reply of its request. */
const LONG_S = 5;

/** Notifies the member whose run ends after its request was answered (notifications.imports). */
export function noticeEnd(
  tx: TeamTx,
  { service, page }: Pick<ImportParts<never>, "service" | "page">,
  stored: StoredImport,
  status: "done" | "failed",
): void {
  const { id, name, acting, created_by_type: type, created_by_id: member, running_s: seconds } = stored;
  const isKnown = (seconds ?? 0) < LONG_S && acting?.proposal === undefined;
  if (isKnown || OTHERS.includes(type)) return;
  wantNotice(tx, service, {
    kind: "import_done",
    to: { members: [member] },
    title: `${status === "done" ? "Import done" : "Import failed"}: ${name}`,
    path: `${page}/${id}`,
    subject: { type: "import", id },
    actor: { type, id: member },
  });
}
