import type { Caller } from "@jst/caller";
import type { Brand, PageTeam } from "@jst/pages";
import { testCaller } from "@jst/testing";
import { bookingsOf } from "./test-bookings.ts";
import type { TestScheduling } from "./test-scheduling.ts";

const brand: Brand = { name: "Acme Ltd", logo: null, favicon: null, primary_color: "#0f766e" };

/** A team with pages. */
export interface PagesTeam {
  slug: string;
  /** With all rights. */
  caller: Caller;
}

/** Reply of a page. */
export interface Answered {
  status: number;
  headers: Headers;
  text: string;
  /** Where it sends on to; empty where it does not. */
  location: string;
}

/** Public pages of bookings, and what browsers and programs do with them. */
export function testPages({ door, teams, sql }: Pick<TestScheduling, "door" | "teams" | "sql">) {
  const { typeOf } = bookingsOf(door);
  let made = 0;
  let asked = 0;
  const newTeam = (more: Partial<PageTeam> = {}): PagesTeam => {
    const caller = testCaller();
    made += 1;
    const slug = `team-${made}`;
    const facts = { team_id: caller.team_id, slug, modules: ["scheduling"], brand, timezone: "UTC" };
    teams.set(slug, { ...facts, ...more });
    return { slug, caller };
  };
  /** The path of the page of a new event type: an hour, from nine to five of every day in UTC. */
  const newPage = async (team: PagesTeam, body: object = {}, hours: object = {}) => {
    const type = await typeOf(team.caller, body, hours);
    return { ...type, path: `/p/book/${team.slug}/${type.slug}` };
  };
  const ask = async (path: string, init: RequestInit = {}): Promise<Answered> => {
    const response = await fetch(`${door.httpUrl}${path}`, { redirect: "manual", ...init });
    const { status, headers } = response;
    return { status, headers, text: await response.text(), location: headers.get("location") ?? "" };
  };
  /** Sends a form as a browser does, each time from somewhere else. */
  const send = (path: string, values: Record<string, string>, headers = {}): Promise<Answered> => {
    asked += 1;
    const type = { "content-type": "application/x-www-form-urlencoded" };
    return ask(path, {
      method: "POST",
      body: new URLSearchParams(values).toString(),
      headers: { ...type, "x-forwarded-for": `192.0.2.${asked % 250}`, ...headers },
    });
  };
  /** Lists the team's bookings, in the order in which they were made. */
  const bookings = (team: PagesTeam) =>
    sql<Record<string, unknown>>(
      "select t.* from scheduling.bookings t where t.team_id = $1 order by t.created_at, t.id",
      [team.caller.team_id],
    );
  return { newTeam, newPage, ask, send, bookings };
}

/** Attendee in tests. */
export const ada = { name: "Ada Lovelace", email: "ada@example.com" };
