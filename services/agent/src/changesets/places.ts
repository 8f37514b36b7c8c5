/** Older than every uuid v7: the place of a service whose changesets have all been listed. */
export const END = "00000000-0000-0000-0000-000000000000";

/**
 * How far a list has come, service by service: the uuid below which the rest of its changesets are. A service without a
 * place has not answered yet. One that does not answer keeps its place, so what it has comes once it answers again.
 */
export type Places = Readonly<Record<string, string>>;

/** True for the place of a service that has nothing more to list. */
export function isAtEnd(place: string | undefined): boolean {
  return place === END;
}
