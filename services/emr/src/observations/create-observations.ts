import { validationFailed } from "@jst/errors";
import type { Call, Reply } from "@jst/rpc";
import type { Handler, ObservationCreate, ObservationsCreate } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { observationFaults } from "./observation-faults.ts";
import { consentedOf, consentRequired } from "./require-consent.ts";
import { draftOf, storeObservations } from "./store-observations.ts";

/** Stores what was observed, as far as the contacts consent to it: all of it or nothing (wellness.observations). */
export const createObservations: Handler<"CreateObservations"> = Object.assign(
  (async ({ body }, call) => {
    const sent = observationsIn(body);
    const isBatch = body.observations !== undefined;
    const drafts = sent.map(draftOf);
    const contacts = new Set(drafts.map((draft) => draft.contact_id));
    if (contacts.size === 1) call.concerns({ contactId: drafts[0]?.contact_id ?? "" });
    const at = (place: number, member: string) => (isBatch ? `observations.${place}.${member}` : member);
    await requireContacts(
      drafts.map((draft, place) => ({ id: draft.contact_id, field: at(place, "contact_id") })),
      call,
    );
    return call.write(async (tx): Promise<Reply> => {
      const fields = drafts.map((_draft, place) => (isBatch ? `observations.${place}` : "contact_id"));
      const { bodies, count } = await storeObservations(tx, drafts, fields);
      const [first = ""] = bodies;
      const shown = isBatch ? `{"observations":[${bodies.join(",")}]}` : first;
      if (count === 0) return { body: shown, isUnchanged: true };
      return isBatch
        ? { status: 201, body: shown }
        : { status: 201, body: shown, headers: { location: locationOf(first, call) } };
    });
  }) satisfies Handler<"CreateObservations">,
  { faults: observationFaults, beforeRepeat: requireConsent },
);

const observationsIn = (body: ObservationsCreate): readonly ObservationCreate[] =>
  body.observations ?? [body as ObservationCreate];

/** Asks once for all contacts; each unknown one is named at every place. */
async function requireContacts(
  named: readonly { id: string; field: string }[],
  call: Call<Deps>,
): Promise<void> {
  const references = named.map(({ id, field }) => ({ kind: "contact" as const, id, field }));
  const faults = await call.deps.directory.faultsOf(call.caller.team_id, references, call.hop);
  if (faults.length > 0) throw validationFailed(faults);
}

/** A reply that is kept shows health data: it is answered again as long as that may be shown. */
async function requireConsent({ body }: { body: ObservationsCreate }, call: Call<Deps>): Promise<void> {
  const drafts = observationsIn(body).map(draftOf);
  const isConsented = await consentedOf(
    drafts.map((draft) => draft.contact_id),
    call,
  );
  const isCovered = drafts.every((draft) =>
    isConsented({ contactId: draft.contact_id, category: draft.category }),
  );
  if (!isCovered) throw consentRequired();
}

function locationOf(body: string, { baseUrl }: Call<Deps>): string {
  return `${baseUrl}/api/v1/wellness/observations/${(JSON.parse(body) as { id: string }).id}`;
}
