import { create as contentDisposition } from "content-disposition";
import { notFound } from "@jst/errors";
import { requireId } from "@jst/resource";
import type { Handler, Invoice } from "../../gen/rpc.ts";
import { tagOf } from "../pdf/pdf-cache.ts";
import { findSellerTexts, type SellerTexts } from "../settings/team-settings.ts";
import { findInvoice } from "./invoice.ts";
import { isPayable, requireFinal } from "./lifecycle.ts";

/** Returns a finalized invoice as a file, which a thread makes; a draft has none (commerce.pdf). */
export const getInvoicePdf: Handler<"GetInvoicePdf"> = async ({ path }, call) => {
  const { team_id: teamId, team } = call.caller;
  const [row] = await call.read<{ body: string }>(
    findInvoice(teamId, requireId(path.final_invoice_id), team.timezone),
  );
  if (row === undefined) throw notFound();
  const invoice = JSON.parse(row.body) as Invoice;
  requireFinal(invoice.status);
  const [texts] = isPayable(invoice.status) ? await call.read<SellerTexts>(findSellerTexts) : [];
  const input = { invoice, timezone: team.timezone, instructions: texts?.instructions ?? null };
  const tag = tagOf(input);
  if (call.isKnown(tag)) return { status: 304, headers: { etag: `"${tag}"` }, body: "" };
  const bytes = await call.deps.pdfs.get(teamId, tag, input, call.hop.departure?.());
  const name = `${(invoice.number ?? invoice.id).replaceAll("/", "-")}.pdf`;
  return {
    body: [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)],
    contentType: "application/pdf",
    headers: {
      etag: `"${tag}"`,
      "content-disposition": contentDisposition(name, { type: "inline" }),
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
    },
  };
};
