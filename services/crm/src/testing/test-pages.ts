import type { Caller } from "@jst/caller";
import type { Brand, PageTeam } from "@jst/pages";
import { testCaller } from "@jst/testing";
import type { TestCrm } from "./test-crm.ts";
import { email, testForms } from "./test-forms.ts";

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
}

/** Public pages of forms, and what browsers and programs do with them. */
export function testPages(crm: Pick<TestCrm, "door" | "teams">) {
  const { newForm } = testForms(crm);
  let made = 0;
  const newTeam = (more: Partial<PageTeam> = {}): PagesTeam => {
    const caller = testCaller();
    made += 1;
    const slug = `team-${made}`;
    crm.teams.set(slug, {
      team_id: caller.team_id,
      slug,
      modules: ["forms", "contacts"],
      brand,
      timezone: "UTC",
      ...more,
    });
    return { slug, caller };
  };
  /** The path of the page of a new public form, which asks for an e-mail address where nothing else is said. */
  const newPage = async (
    team: PagesTeam,
    more: Record<string, unknown> & { settings?: object } = {},
  ): Promise<string> => {
    const { slug, caller } = team;
    const settings = { public: true, ...more.settings };
    return `/p/forms/${slug}/${await newForm(caller, { fields: [email], ...more, settings })}`;
  };
  const ask = async (path: string, init: RequestInit = {}): Promise<Answered> => {
    const response = await fetch(`${crm.door.httpUrl}${path}`, { redirect: "manual", ...init });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  /** Sends a form as a browser does. */
  const send = (
    path: string,
    values: [string, string][] | Record<string, string>,
    headers = {},
  ): Promise<Answered> => {
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams(values).toString();
    return ask(path, {
      method: "POST",
      body,
      headers: { ...type, "x-forwarded-for": `192.0.2.${made % 250}`, ...headers },
    });
  };
  return { newTeam, newPage, ask, send };
}
