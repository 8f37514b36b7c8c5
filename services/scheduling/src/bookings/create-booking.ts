import { validationFailed, type FieldError } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { bookSlot } from "./book-slot.ts";
import { namingFaults, readBooking } from "./read-booking.ts";
import { readerOf, withAlternatives } from "./require-free.ts";

const create: Handler<"CreateBooking"> = async ({ body, query }, call) => {
  const errors: FieldError[] = [];
  const asked = readBooking(body, call.caller, errors);
  if (errors.length > 0) throw validationFailed(errors);
  const source = call.caller.door === "rest" || call.caller.door === "internal" ? "api" : "agent";
  const notify = body.notify !== false && query.notify !== false;
  return withAlternatives(readerOf(call), () =>
    call.write(async (tx) => {
      const { id, body: stored, version } = await bookSlot(tx, asked, { source, notify }, call);
      const location = `${call.baseUrl}/api/v1/scheduling/bookings/${id}`;
      return { body: stored, headers: { location, etag: `"${version}"` } };
    }),
  );
};

/**
 * Books the slot: nobody else has it from then on (scheduling.booking). The slot is reserved first, and the contact is
 * found or made then, so that a refused booking leaves none behind; a proposal leaves neither.
 */
export const createBooking: Handler<"CreateBooking"> = Object.assign(create, { faults: namingFaults });
