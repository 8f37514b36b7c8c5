import type { SecretKeys } from "@jst/config";
import type { TeamTx } from "@jst/db";
import { derivedSecret } from "@jst/pages";

/**
 * Addresses of the pages on which bookings are cancelled and moved (scheduling.manage-page). They follow from a key, so
 * every mail of a booking has the same one though the database keeps hashes alone.
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

  /** Path of the page, which opens with the commit: the one that was told before where there is one. */
  async pathOf(tx: TeamTx, bookingId: string, isNew = false): Promise<string> {
    const { teamId } = tx.context;
    const known = new Set(isNew ? [] : (await hashesOf(tx, bookingId)).map(({ hash }) => hash));
    const name = `page of booking ${teamId.toLowerCase()} ${bookingId.toLowerCase()}`;
    const fresh = derivedSecret(this.#current, name);
    const derived = [fresh, ...this.#former.map((key) => derivedSecret(key, name))];
    const told = derived.find(({ hash }) => known.has(hash.toString("hex")));
    const { secret, hash } = told ?? fresh;
    if (told === undefined)
      tx.defer({
        name: "scheduling.booking_secrets.insert",
        text: `insert into scheduling.booking_secrets (team_id, booking_id, hash) values ($1, $2, decode($3, 'hex'))
on conflict do nothing`,
        values: [teamId, bookingId, hash.toString("hex")],
      });
    return `/p/bookings/${secret}`;
  }

  /** The same as a whole address. */
  async urlOf(tx: TeamTx, bookingId: string, isNew = false): Promise<string> {
    return `${this.#baseUrl}${await this.pathOf(tx, bookingId, isNew)}`;
  }
}

function hashesOf(tx: TeamTx, bookingId: string): Promise<{ hash: string }[]> {
  return tx.query<{ hash: string }>({
    name: "scheduling.booking_secrets.known",
    text: `select encode(s.hash, 'hex') as hash from scheduling.booking_secrets s
where s.team_id = $1 and s.booking_id = $2`,
    values: [tx.context.teamId, bookingId],
  });
}
