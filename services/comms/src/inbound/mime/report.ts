import PostalMime, { addressParser, type Attachment, type Email } from "postal-mime";

/** What a machine tells of messages that we have sent. */
export interface Report {
  /** bounce: the address takes nothing; complaint: who reads it calls the message spam. */
  kind: "bounce" | "complaint";
  /** Addresses that it is about, as they are written. */
  addresses: string[];
  /** Message-IDs of what it is about, in their brackets. */
  names: string[];
  /** Enhanced status of a bounce, such as 5.1.1. */
  status: string | null;
}

const TEXT_BYTES_MAX = 65_536;
const GROUPS_MAX = 100;
/** Kinds of feedback that are no complaint of a reader. */
const harmless = ["not-spam", "auth-failure"];

/** The report that a mail is; null for any other mail (comms.reports). */
export async function reportOf({ headers, attachments }: Email): Promise<Report | null> {
  const type = headers.find(({ key }) => key === "content-type")?.value ?? "";
  if (!/^\s*multipart\/report\b/i.test(type)) return null;
  const part = (...types: string[]) => attachments.find(({ mimeType }) => types.includes(mimeType));
  const original = part("message/rfc822", "text/rfc822-headers", "message/rfc822-headers");
  const about = original === undefined ? new Map<string, string>() : await fieldsOf(headOf(original));
  const names = about.has("message-id") ? [about.get("message-id") ?? ""] : [];
  const status = part("message/delivery-status");
  if (status !== undefined) return bounceOf(await groupsOf(status), names);
  const feedback = part("message/feedback-report");
  if (feedback === undefined) return null;
  return complaintOf(await fieldsOf(textOf(feedback)), about, names);
}

/** Addresses for which the delivery has failed for good. */
function bounceOf(groups: readonly ReadonlyMap<string, string>[], names: string[]): Report | null {
  const failed = groups.filter(
    (group) => /^\s*failed\b/i.test(group.get("action") ?? "") && /^\s*5\./.test(group.get("status") ?? ""),
  );
  if (failed.length === 0) return null;
  const addresses = failed.flatMap((group) =>
    ["final-recipient", "original-recipient"].flatMap((key) => {
      const value = group.get(key) ?? "";
      return value.slice(value.indexOf(";") + 1).trim() || [];
    }),
  );
  const status = /^\s*(5\.\d{1,3}\.\d{1,3})/.exec(failed[0]?.get("status") ?? "")?.[1] ?? null;
  return { kind: "bounce", addresses, names, status };
}

function complaintOf(
  feedback: ReadonlyMap<string, string>,
  about: ReadonlyMap<string, string>,
  names: string[],
): Report | null {
  if (harmless.includes((feedback.get("feedback-type") ?? "").trim().toLowerCase())) return null;
  const told = feedback.get("original-rcpt-to") ?? about.get("to") ?? "";
  const addresses = addressParser(told, { flatten: true }).flatMap(({ address }) => address ?? []);
  return { kind: "complaint", addresses, names, status: null };
}

/** The groups of fields of a delivery status: of the message, then of each recipient. */
async function groupsOf(part: Attachment): Promise<ReadonlyMap<string, string>[]> {
  const groups = textOf(part)
    .replaceAll("\r\n", "\n")
    .split(/\n[ \t]*\n/)
    .slice(0, GROUPS_MAX);
  return Promise.all(groups.map(fieldsOf));
}

/** The head of a message that is attached. */
function headOf(part: Attachment): string {
  const text = textOf(part).replaceAll("\r\n", "\n");
  return text.split("\n\n", 1)[0] ?? "";
}

/** The first field of each name, unfolded. */
async function fieldsOf(head: string): Promise<ReadonlyMap<string, string>> {
  const { headers } = await PostalMime.parse(`${head.trimStart()}\n\n`);
  return new Map(headers.toReversed().map(({ key, value }) => [key, value.trim()]));
}

function textOf({ content }: Attachment): string {
  const bytes = typeof content === "string" ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
  return bytes.subarray(0, TEXT_BYTES_MAX).toString("utf8");
}
