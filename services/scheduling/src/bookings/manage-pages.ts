import type { SecretKeys } from "@jst/config";
import type { TeamTx } from "@jst/db";
import { derivedSecret } from "@jst/pages";

/** Owner of a page of a booking: attendee and host manage the booking, a guest declines for the guest alone. */
export type PageHolder = { role: "attendee" } | { role: "host" } | { role: "guest"; guest: string };

/** Addresses of the pages of one booking. */
export interface PageUrls {
  attendee: string;
  host: string;
  /** By the addresses of guests, as the booking has them. */
  guests: ReadonlyMap<string, string>;
}

/** A booking whose pages are named. */
interface Paged {
  id: string;
  guests: readonly string[];
}

/**
 * Addresses of the pages of bookings (scheduling.manage-page). They follow from a key, so every mail to one person has
 * the same one though the database stores hashes alone.
 */
export class ManagePages {
  readonly #current: Buffer;
  readonly #former: readonly Buffer[];
  readonly #baseUrl: string;

  constructor({ current, keys }: SecretKeys, baseUrl: string) {
    const key = keys.get(current);
    if (key === undefined) throw new Error(`There is no secret key ${current}.`);
    this.#current = key;
    this.#former = [...keys].filter(([id]) => id !== current).map(([, one]) => one);
    this.#baseUrl = baseUrl;
  }

  /** Path of the attendee's page, which opens with the commit: the one that was sent before where there is one. */
  async pathOf(tx: TeamTx, bookingId: string, isNew = false): Promise<string> {
    const [secret = ""] = await this.#secretsOf(tx, bookingId, [{ role: "attendee" }], isNew);
    return `/p/bookings/${secret}`;
  }

  /** Whole addresses of all pages of a booking; the pages open with the commit. */
  async urlsOf(tx: TeamTx, { id, guests }: Paged, isNew = false): Promise<PageUrls> {
    const ofGuests = guests.map((guest): PageHolder => ({ role: "guest", guest }));
    const holders: PageHolder[] = [{ role: "attendee" }, { role: "host" }, ...ofGuests];
    const secrets = await this.#secretsOf(tx, id, holders, isNew);
    const [attendee = "", host = "", ...urls] = secrets.map(
      (secret) => `${this.#baseUrl}/p/bookings/${secret}`,
    );
    return { attendee, host, guests: new Map(guests.map((guest, at) => [guest, urls[at] ?? ""])) };
  }

  async #secretsOf(
    tx: TeamTx,
    id: string,
    holders: readonly PageHolder[],
    isNew: boolean,
  ): Promise<string[]> {
    const known = new Set(
      isNew ? [] : (await tx.query<{ hash: string }>(findHashes(tx, id))).map(({ hash }) => hash),
    );
    const fresh: { holder: PageHolder; hash: string }[] = [];
    const secrets = holders.map((holder) => {
      const name = nameOf(tx.context.teamId, id, holder);
      const first = derivedSecret(this.#current, name);
      const derived = [first, ...this.#former.map((key) => derivedSecret(key, name))];
      const sent = derived.find(({ hash }) => known.has(hash.toString("hex")));
      if (sent === undefined) fresh.push({ holder, hash: first.hash.toString("hex") });
      return (sent ?? first).secret;
    });
    for (const statement of insertHashes(tx, id, fresh)) tx.defer(statement);
    return secrets;
  }
}

/** Names a page for the derivation of its secret. */
function nameOf(teamId: string, bookingId: string, holder: PageHolder): string {
  const booking = `of booking ${teamId.toLowerCase()} ${bookingId.toLowerCase()}`;
  if (holder.role === "attendee") return `page ${booking}`;
  return holder.role === "guest" ? `guest page ${booking} ${holder.guest}` : `host page ${booking}`;
}

const findHashes = (tx: TeamTx, bookingId: string) => ({
  name: "scheduling.booking_secrets.known",
  text: `select encode(s.hash, 'hex') as hash from scheduling.booking_secrets s
where s.team_id = $1 and s.booking_id = $2
union all
select encode(g.hash, 'hex') from scheduling.guest_secrets g where g.team_id = $1 and g.booking_id = $2`,
  values: [tx.context.teamId, bookingId],
});

function insertHashes(tx: TeamTx, id: string, fresh: readonly { holder: PageHolder; hash: string }[]) {
  const own = fresh.filter(({ holder }) => holder.role !== "guest");
  const guests = fresh.flatMap(({ holder, hash }) =>
    holder.role === "guest" ? [{ guest: holder.guest, hash }] : [],
  );
  const ofManagers = {
    name: "scheduling.booking_secrets.insert",
    text: `insert into scheduling.booking_secrets (team_id, booking_id, role, hash)
select $1, $2, n.role, decode(n.hash, 'hex') from unnest($3::text[], $4::text[]) n(role, hash) on conflict do nothing`,
    values: [tx.context.teamId, id, own.map(({ holder }) => holder.role), own.map(({ hash }) => hash)],
  };
  const ofGuests = {
    name: "scheduling.guest_secrets.insert",
    text: `insert into scheduling.guest_secrets (team_id, booking_id, guest, hash)
select $1, $2, n.guest, decode(n.hash, 'hex') from unnest($3::text[], $4::text[]) n(guest, hash) on conflict do nothing`,
    values: [tx.context.teamId, id, guests.map(({ guest }) => guest), guests.map(({ hash }) => hash)],
  };
  return [...(own.length > 0 ? [ofManagers] : []), ...(guests.length > 0 ? [ofGuests] : [])];
}
