import { AppError } from "@jst/errors";
import type { ImportPart, Loss, StoredImport } from "./import.ts";

/** Confirmations of a run by its caller. */
export interface Confirmed {
  rejected?: "leave";
  losses_seen?: boolean;
}

/** Lists what an import cannot bring as it is, of parts and columns that go somewhere (imports.losses). */
export const lossesOf = (parts: readonly ImportPart[]): Loss[] =>
  parts.flatMap(({ target, columns, losses = [] }) => {
    if (target === null) return [];
    const mapped = new Set(columns.flatMap(({ to, header }) => (to === null ? [] : [header])));
    return losses.filter(({ column }) => column === null || mapped.has(column));
  });

/** Throws 409 confirmation_required unless the caller leaves out rejected rows, and has seen what is lost. */
export function requireConfirmed(
  { counts, parts }: Pick<StoredImport, "counts" | "parts">,
  { rejected, losses_seen: isSeen = false }: Confirmed,
): void {
  const isUnconfirmed = counts.reject > 0 && rejected !== "leave";
  const losses = isSeen ? [] : lossesOf(parts);
  if (!isUnconfirmed && losses.length === 0) return;
  const details = [
    isUnconfirmed
      ? `${counts.reject} rows are rejected and would be left out. Send rejected: "leave" to write the others, or change the mapping.`
      : "",
    losses.length > 0
      ? "Some columns cannot be imported as they are; see losses. Send losses_seen: true to import them as shown."
      : "",
  ];
  const extension = { ...(isUnconfirmed && { counts }), ...(losses.length > 0 && { losses }) };
  throw new AppError("confirmation_required", details.join(" ").trim(), { extension });
}
