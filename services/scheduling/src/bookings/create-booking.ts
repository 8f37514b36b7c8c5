import { validationFailed, type FieldError } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { bookSlot } from "./book-slot.ts";
import { namingFaults, phoneFaults, readBooking } from "./read-booking.ts";
import { readerOf, withAlternatives } from "./require-free.ts";

const create: Handler<"CreateBooking"> = async ({ body, query }, call) => {
  const errors: FieldError[] = [];
  const asked = readBooking(body, call.caller, errors);
  if (errors.length > 0) throw validationFailed(errors);
  const source = call.caller.door === "rest" || call.caller.door === "internal" ? "api" : "agent";
  const notify = body.notify !== false && query.notify !== false;
  const { contacts, newContacts, senders } = call.deps;
  const [contactId, sender] = await Promise.all([
    contacts.find(call.context, asked.attendee.email),
    senders.find(call.context),
  ]);
  const options = { source, notify, contactId, sender, isLast: true };
  return withAlternatives(readerOf(call), () =>
    call.write(async (tx) => {
      const { id, body: stored, version, newContact } = await bookSlot(tx, asked, options, call);
      const location = `${call.baseUrl}/api/v1/scheduling/bookings/${id}`;
      const reply = { body: stored, headers: { location, etag: `"${version}"` } };
      if (newContact === undefined) return reply;
      return { ...reply, committed: () => newContacts.linkNow(call.context, newContact) };
    }),
  );
};

/**
 * Books the slot: nobody else has it from then on (scheduling.booking). The contact is read before the transaction and
 * made after it, so that crm keeps nobody from the host, and a refused booking leaves no contact.
 */
export const createBooking: Handler<"CreateBooking"> = Object.assign(create, {
  faults: (body: unknown) => [...namingFaults(body), ...phoneFaults(body)],
});
