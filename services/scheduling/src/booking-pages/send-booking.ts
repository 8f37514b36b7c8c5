import type { TeamTx } from "@jst/db";
import { AppError, type FieldError, validationFailed } from "@jst/errors";
import { newSecret, type Page, type PageRequest, type SentForm, type SentOn } from "@jst/pages";
import { instantMs, isInstant } from "@jst/query";
import { Validator } from "@jst/rpc";
import { createHash } from "node:crypto";
import { rpcs } from "../../gen/registry.ts";
import type { BookingCreate } from "../../gen/rpc.ts";
import { withAlternatives } from "../availability/free-slots.ts";
import { bookSlot } from "../bookings/create-booking.ts";
import { type AskedBooking, phoneFaults, readBooking } from "../bookings/read-booking.ts";
import type { Deps } from "../deps.ts";
import { bookable, type Bookable } from "./bookable.ts";
import { sentBooking } from "./booking-fields.ts";
import { BOOKING_TRAP, bookingForm, ONCE } from "./booking-form.ts";
import type { PagesOf } from "./managed.ts";

/** Books the time and sends on to the page of the booking; what is refused is shown again with what was typed. */
export async function sendBooking(request: PageRequest, deps: Deps): Promise<Page | SentOn> {
  const sent = await request.form();
  const found = await bookable(request, deps);
  // Only a program sees the trap; it is sent on as everybody is, and nothing is stored.
  if (sent.get(BOOKING_TRAP)?.some((value) => value !== "") === true)
    return { location: `/p/bookings/${newSecret().secret}` };
  const key = keyOf(sent);
  try {
    const asked = readSent(found, sent);
    const [contactId, sender] = await Promise.all([
      deps.contacts.find(found.context, asked.attendee.email),
      deps.senders.find(found.context),
    ]);
    const options = { source: "public", notify: true, contactId, sender };
    const { result } = await withAlternatives(found.reader, () =>
      deps.database.write(found.context, async (tx) => {
        const { id, newContact } = await bookSlot(tx, asked, options, found.by);
        const location = await deps.notifier.managePages.pathOf(tx, id, true);
        if (key !== undefined) keepSent(tx, id, key);
        return { location, newContact };
      }),
    );
    const { location, newContact } = result;
    if (newContact !== undefined) await deps.newContacts.linkNow(found.context, newContact);
    return { location };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    const before = thrown.code === "slot_unavailable" && key && (await findSent(found, key, deps));
    return before ? { location: before } : refusedPage(found, sent, thrown);
  }
}

/** The same page with the same answers. */
function keyOf(sent: SentForm): Buffer | undefined {
  if (sent.get(ONCE)?.[0] === undefined) return undefined;
  return createHash("sha256")
    .update(JSON.stringify([...sent]))
    .digest();
}

const body = new Validator(rpcs.find(({ method }) => method === "CreateBooking")?.request ?? {});

/** Reads the form by the schema of the API. */
function readSent({ facts, context }: Bookable, sent: SentForm): AskedBooking {
  const given = sentBooking(facts.type, sent, context.country);
  body.requireBody(given, phoneFaults(given));
  const errors: FieldError[] = [];
  const asked = readBooking(given as unknown as BookingCreate, { token_type: "human" }, errors);
  if (errors.length > 0) throw validationFailed(errors);
  return asked;
}

function refusedPage(found: Bookable, values: SentForm, error: AppError): Page {
  const written = values.get("start")?.[0] ?? "";
  const start = isInstant(written) ? instantMs(written) : undefined;
  switch (error.code) {
    case "validation_failed":
      return bookingForm(found, { values, start, errors: error.errors ?? [] });
    case "invalid_slot":
      return bookingForm(found, { values, start, fault: "This time cannot be booked. Choose another one." });
    case "slot_unavailable": {
      const { alternatives = [] } = error.extension as { alternatives?: { start: string }[] };
      const fault = "This time is no longer available. Choose another one.";
      const starts = alternatives.map((one) => one.start);
      return bookingForm(found, { values, start, fault, status: 409, alternatives: starts });
    }
    default:
      throw error;
  }
}

/** Notes which page has made the booking. */
export function keepSent(tx: TeamTx, bookingId: string, key: Buffer): void {
  tx.defer({
    name: "scheduling.booking_secrets.sent",
    text: `update scheduling.booking_secrets s set sent_key = decode($3, 'hex')
where s.team_id = $1 and s.booking_id = $2`,
    values: [tx.context.teamId, bookingId, key.toString("hex")],
  });
}

/** Path of the booking that this very page has made before; undefined where it has made none. */
export async function findSent(
  { context }: Pick<PagesOf, "context">,
  key: Buffer,
  { database, notifier }: Pick<Deps, "database" | "notifier">,
): Promise<string | undefined> {
  const [found] = await database.read<{ id: string }>(context, {
    name: "scheduling.booking_secrets.find_sent",
    text: `select s.booking_id as id from scheduling.booking_secrets s
where s.team_id = $1 and s.sent_key = decode($2, 'hex') limit 1`,
    values: [context.teamId, key.toString("hex")],
  });
  if (found === undefined) return undefined;
  const { result } = await database.write(context, (tx) => notifier.managePages.pathOf(tx, found.id));
  return result;
}
