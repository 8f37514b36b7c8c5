import { randomBytes } from "node:crypto";
import type { Database, Row, SystemDatabase } from "@jst/db";
import type { SecretBox } from "@jst/config";
import { AppError } from "@jst/errors";
import { settingsOf } from "../../settings/stored.ts";
import { foldedEmail, recipientsIn } from "./recipients.ts";
import { isSigned, type Signature } from "./signature.ts";

/** The team that receives at an address. */
export interface Receiver extends Row {
  team_id: string;
  /** Folded. */
  address: string;
}

/** Parts that check a signature. */
export interface VerifyParts {
  /** Connection of comms_lookup. */
  lookup: SystemDatabase;
  database: Database;
  secrets: SecretBox;
}

/** Secret that signs nothing: compared if a team has no secret, so that a refusal takes as long. */
const noSecret = randomBytes(32).toString("hex");

/**
 * The team whose secret has signed the mail and that receives at the address to which it came: `named`, or else the
 * first one in its head that somebody receives at. Throws one and the same invalid_signature for every other mail.
 */
export async function verifiedReceiver(
  { bytes, named, signature }: { bytes: Buffer; named: string | undefined; signature: Signature },
  { lookup, ...parts }: VerifyParts,
): Promise<Receiver> {
  const addresses = named === undefined ? recipientsIn(bytes) : [foldedEmail(named.trim()) ?? ""];
  const receiver = await firstReceiver(lookup, addresses);
  const settings = receiver && (await settingsOf(parts, receiver.team_id));
  const secret = settings?.get("comms.inbound.secret");
  const isTheirs = await isSigned(bytes, signature, secret ?? noSecret);
  if (receiver === undefined || secret === undefined || !isTheirs) throw invalidSignature();
  return receiver;
}

/** One refusal for every reason: it tells nobody which addresses there are. */
export function invalidSignature(): AppError {
  const detail = "The signature is missing, wrong or too old, or nobody receives mail at this address.";
  return new AppError("invalid_signature", detail);
}

/** Returns the team that receives at the first known address. */
async function firstReceiver(
  lookup: SystemDatabase,
  addresses: readonly string[],
): Promise<Receiver | undefined> {
  const [found] = await lookup.query<Receiver>({
    name: "comms.receiving.first",
    text: `select r.team_id, r.address from comms.receiving_addresses r
      where r.address = any ($1::text[])
      order by array_position($1::text[], r.address) limit 1`,
    // No text of the database has a NUL.
    values: [addresses.map((address) => address.replaceAll("\0", ""))],
  });
  return found;
}
