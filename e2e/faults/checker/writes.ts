import { grouped, repeated } from "./grouped.ts";
import type { Delivery, History, StoredContact, Violation, Write } from "./history.ts";

/** I1: every acknowledged write is readable, none took place twice; a refused one, or one nobody sent, left nothing. */
export function writesAreReadable({ writes, contacts }: Pick<History, "writes" | "contacts">): Violation[] {
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  const found: Violation[] = [];
  const lost = (what: string) => found.push({ invariant: "I1", kind: "lost", what });
  for (const { contact, marker, outcome, version } of writes) {
    if (outcome !== "ok" || contact === null || version === null) continue;
    const stored = byId.get(contact);
    if (stored === undefined) lost(`contact ${contact} of ${marker} is gone`);
    else if (stored.version < version) lost(`${marker} made version ${version}, stored is ${stored.version}`);
    else if (stored.version === version && stored.marker !== marker)
      lost(`${marker} made version ${version}, which holds ${stored.marker}`);
  }
  for (const name of repeated(contacts.map((contact) => contact.name)))
    found.push({ invariant: "I1", kind: "duplicated", what: `${name} made two contacts` });
  const sent = new Map(writes.map((write) => [write.marker, write]));
  for (const { id, marker } of contacts) {
    const outcome = sent.get(marker)?.outcome ?? "never sent";
    if (outcome === "ok" || outcome === "unknown") continue;
    found.push({
      invariant: "I1",
      kind: "wrong",
      what: `contact ${id} holds ${marker}, which was ${outcome}`,
    });
  }
  return found;
}

/** I2: a contact of version n has exactly the events of its versions 1 to n, each once; an absent one has none. */
export function eventsMatchWrites({ writes, contacts, deliveries, endpoints }: History): Violation[] {
  const heard = new Set(endpoints.map(({ team }) => team));
  const events = new Map(deliveries.map((delivery) => [delivery.event, delivery]));
  const ofContact = grouped([...events.values()], ({ contact }) => contact);
  const acknowledged = new Map(
    writes.filter(({ outcome }) => outcome === "ok").map((write) => [placeOf(write), write.marker]),
  );
  const found = contacts
    .filter(({ team }) => heard.has(team))
    .flatMap((contact) => eventFaults(contact, ofContact.get(contact.id) ?? [], acknowledged));
  const stored = new Set(contacts.map(({ id }) => id));
  for (const [contact, strays] of ofContact) {
    if (stored.has(contact)) continue;
    found.push(wrong(`${strays.length} events of contact ${contact}, which is not stored`));
  }
  return found;
}

function eventFaults(
  { id, version }: StoredContact,
  events: readonly Delivery[],
  acknowledged: ReadonlyMap<string, string>,
): Violation[] {
  const found: Violation[] = [];
  const byVersion = grouped(events, (event) => String(event.version));
  for (let wanted = 1; wanted <= version; wanted += 1) {
    const [event, second] = byVersion.get(String(wanted)) ?? [];
    const place = `version ${wanted} of contact ${id}`;
    if (event === undefined) found.push({ invariant: "I2", kind: "lost", what: `no event of ${place}` });
    else found.push(...contentFaults(event, place, acknowledged));
    if (second !== undefined)
      found.push({ invariant: "I2", kind: "duplicated", what: `two events of ${place}` });
  }
  const beyond = events.filter((event) => event.version < 1 || event.version > version);
  return [...found, ...beyond.map((event) => wrong(`event ${event.event} of a version that is not stored`))];
}

function contentFaults(
  event: Delivery,
  place: string,
  acknowledged: ReadonlyMap<string, string>,
): Violation[] {
  const type = event.version === 1 ? "contact.created" : "contact.updated";
  const marker = acknowledged.get(placeOf(event)) ?? event.marker;
  const found: Violation[] = [];
  if (event.type !== type) found.push(wrong(`the event of ${place} is ${event.type}`));
  if (event.marker !== marker)
    found.push(wrong(`the event of ${place} shows ${event.marker}, not ${marker}`));
  return found;
}

function placeOf({ contact, version }: Pick<Write | Delivery, "contact" | "version">): string {
  return `${contact ?? "?"} ${version ?? "?"}`;
}

function wrong(what: string): Violation {
  return { invariant: "I2", kind: "wrong", what };
}
