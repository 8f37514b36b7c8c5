import { relaying, type SchemaName } from "@jst/fleet";
import type { NoticeOver, NoticeWanted } from "./notice-kinds.ts";

/** Mails of a fact as text: sealed, because they may have addresses of pages that end in secrets (pages.secrets). */
interface SealedMails {
  sealed: string;
}

/** Channel by which an address reaches a person. */
type AddressChannel = "email" | "sms" | "whatsapp";

/** Addresses that a person gave, with the reason why messages about it may go there. */
export interface GivenAddresses {
  addresses: readonly { address: string; channel: AddressChannel }[];
  basis: "booking" | "form";
  source: string;
  evidence: object;
}

/** Consent that a person gave. */
export interface GivenConsent {
  address: string;
  channel: AddressChannel;
  purpose: "transactional" | "marketing";
  basis: string;
  source: string;
  evidence: object;
  /** When it was given: an opt-out after that is the later one, however late the fact comes. */
  at: string;
}

/** Consent to messages that a file of contacts states. */
export interface ImportedConsent {
  address: string;
  channel: AddressChannel;
  purpose: "transactional" | "marketing";
  status: "opted_in" | "opted_out";
  source: string;
  evidence: object;
  /** When the contact was written: a later record is the one that applies, however late the fact comes. */
  at: string;
}

/** Record of consent as comms stores it: of two, the one with the later time, then id, counts. */
export interface ChangedConsent {
  /** Folded: an e-mail address in lower case with its domain in ASCII. */
  address: string;
  channel: string;
  purpose: string;
  status: string;
  at: string;
}

/** Merge of the contact whose id the fact has. */
export interface MergedContact {
  /** The contact that it is merged into; null when the merge has ended. */
  merged_into: string | null;
  /** Version of the merged contact: of two facts the later one counts. */
  version: number;
}

/**
 * Group of consumers: a service, or a part that reads apart, so that other facts do not wait while auth cannot answer.
 * `comms-notices` stores notices; `proposals` is a part of each service whose writes can be proposed.
 */
type ReaderName = SchemaName | "comms-notices" | "proposals";

/** Entry of the catalogue. */
interface FactDeclaration {
  description: string;
  /** Services that publish the fact; `relaying` for a fact of libs/changes, which is part of each service. */
  publishers: readonly SchemaName[];
  /** Services that publish the fact in the release before alone: their topics are read while it can still run. */
  formerPublishers?: readonly SchemaName[];
  /** Effect of the fact in each service that reads it. */
  effects: Readonly<Partial<Record<ReaderName, string>>>;
  /** Type of the members in `data`; no value is read. */
  data: object;
}

/** Stands for the data of a fact, of which the catalogue has the type alone. */
const typeOnly: unknown = undefined;

/**
 * Every fact that services exchange (events.facts). The types below follow from it: a service publishes its own facts
 * alone, and handles exactly the facts that have an effect in it. The topics that a service reads, and the table in
 * docs/facts.md, follow too.
 */
export const factCatalogue = {
  "approval_rules.changed": {
    description: "An approval rule of the team changed.",
    publishers: ["auth"],
    effects: { proposals: "notifies who may decide now on the open proposals" },
    data: typeOnly as Record<string, never>,
  },
  "address.given": {
    description: "A person gave addresses in a booking or a form.",
    publishers: ["crm", "scheduling"],
    effects: { comms: "records a basis for messages about the booking or the form" },
    data: typeOnly as GivenAddresses,
  },
  "booking.changed": {
    description: "A booking was created, moved, cancelled or booked again, or is due for a reminder.",
    publishers: ["scheduling"],
    effects: { comms: "queues the mails with their calendar entry" },
    data: typeOnly as SealedMails & { change: string },
  },
  "consent.changed": {
    description: "A consent was recorded.",
    publishers: ["comms"],
    effects: { crm: "shows the consent in the contacts that have the address" },
    data: typeOnly as ChangedConsent,
  },
  "consent.given": {
    description: "A person agreed to be written to.",
    publishers: ["crm"],
    effects: { comms: "records the consent" },
    data: typeOnly as GivenConsent,
  },
  "consent.imported": {
    description: "A contact was imported with a consent.",
    publishers: ["crm"],
    effects: { comms: "records the consent, unless it would lift an opt-out" },
    data: typeOnly as ImportedConsent,
  },
  "contact.merged": {
    description: "A contact was merged into another, or its merge has ended.",
    publishers: ["crm"],
    effects: {
      data: "shows the target in cells that name the contact",
      comms: "shows the target in messages and consents of the contact",
      scheduling: "shows the target in bookings of the contact",
      commerce: "shows the target in documents of the contact",
    },
    data: typeOnly as MergedContact,
  },
  "invoice.sent": {
    description: "An invoice was sent to its payer.",
    publishers: ["commerce"],
    effects: { comms: "queues the mail" },
    data: typeOnly as SealedMails,
  },
  "member.added": {
    description: "A person became a member of the team.",
    // Now SendMemberMail of comms mails the invitation.
    publishers: [],
    formerPublishers: ["auth"],
    effects: { comms: "queues the invitation" },
    data: typeOnly as SealedMails,
  },
  "member.changed": {
    description: "A member joined or left the team, or has another role.",
    publishers: ["auth"],
    effects: { proposals: "notifies who may decide now on the open proposals" },
    data: typeOnly as Record<string, never>,
  },
  "notice.over": {
    description: "What notices ask for is over, for all members or for some.",
    publishers: relaying,
    effects: { "comms-notices": "turns the notices about it read" },
    data: typeOnly as NoticeOver,
  },
  "notice.wanted": {
    description: "Members are to be notified.",
    publishers: relaying,
    effects: { "comms-notices": "stores a notice for each recipient" },
    data: typeOnly as NoticeWanted,
  },
  "quote.sent": {
    description: "A quote was sent to its recipient.",
    publishers: ["commerce"],
    effects: { comms: "queues the mail" },
    data: typeOnly as SealedMails,
  },
} as const satisfies Readonly<Record<string, FactDeclaration>>;

type Catalogue = typeof factCatalogue;

/** Type of a fact; no event has the same one. */
export type FactType = keyof Catalogue;

/** Data of the facts of a type. */
export type FactData<T extends FactType> = Catalogue[T]["data"];

/** Types of the facts that carry mails. */
export type MailFactType = {
  [T in FactType]: FactData<T> extends SealedMails ? T : never;
}[FactType];

/** Services that publish facts of a type. */
export type FactPublisher<T extends FactType> = Catalogue[T]["publishers"][number];

/** Services that read at least one fact. */
export type FactConsumer = { [T in FactType]: keyof Catalogue[T]["effects"] }[FactType];

/** Types of the facts that have an effect in a service. */
export type ConsumedType<S extends FactConsumer> = {
  [T in FactType]: S extends keyof Catalogue[T]["effects"] ? T : never;
}[FactType];

/** Returns the services whose facts have an effect in this one, each once. */
export function publishersFor(consumer: FactConsumer): SchemaName[] {
  const declared: readonly FactDeclaration[] = Object.values(factCatalogue);
  const consumed = declared.filter(({ effects }) => consumer in effects);
  return [
    ...new Set(
      consumed.flatMap(({ publishers, formerPublishers = [] }) => [...publishers, ...formerPublishers]),
    ),
  ];
}
