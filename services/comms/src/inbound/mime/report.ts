import PostalMime, { addressParser, type Attachment, type Email } from "postal-mime";

/** Report of a mail server on messages that we have sent. */
export interface Report {
  /** bounce: the message did not arrive; complaint: its reader calls it spam. */
  kind: "bounce" | "complaint";
  /** Addresses that it is about as they are written, each with its enhanced status, such as 5.1.1, if one was told. */
  recipients: { address: string; status: string | null }[];
  /** Message-IDs of what it is about, in their brackets. */
  names: string[];
}

const TEXT_BYTES_MAX = 65_536;
const GROUPS_MAX = 100;
/** Kinds of feedback that are not complaints of a reader. */
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

/** Reads the recipients whose delivery has failed for good, whatever the status says. */
function bounceOf(groups: readonly ReadonlyMap<string, string>[], names: string[]): Report | null {
  const failed = groups.filter((group) => /^\s*failed\b/i.test(group.get("action") ?? ""));
  if (failed.length === 0) return null;
  const recipients = failed.flatMap((group) =>
    ["final-recipient", "original-recipient"].flatMap((key) => {
      const value = group.get(key) ?? "";
      const address = value.slice(value.indexOf(";") + 1).trim();
      return address === "" ? [] : [{ address, status: statusOf(group) }];
    }),
  );
  return { kind: "bounce", recipients, names };
}

/** The enhanced status of a recipient; that of the reply that the report quotes if it has no other. */
function statusOf(group: ReadonlyMap<string, string>): string | null {
  const own = /^\s*([45]\.\d{1,3}\.\d{1,3})/.exec(group.get("status") ?? "")?.[1];
  return (
    own ?? /\b[45]\d\d[ -]([45]\.\d{1,3}\.\d{1,3})\b/.exec(group.get("diagnostic-code") ?? "")?.[1] ?? null
  );
}

function complaintOf(
  feedback: ReadonlyMap<string, string>,
  about: ReadonlyMap<string, string>,
  names: string[],
): Report | null {
  if (harmless.includes((feedback.get("feedback-type") ?? "").trim().toLowerCase())) return null;
  const told = feedback.get("original-rcpt-to") ?? about.get("to") ?? "";
  const recipients = addressParser(told, { flatten: true }).flatMap(({ address }) =>
    address === undefined ? [] : [{ address, status: null }],
  );
  return { kind: "complaint", recipients, names };
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
