import { readFileSync } from "node:fs";

/** One rpc as the generator describes it for tests. */
export interface Rpc {
  service: string;
  method: string;
  owner: string;
  /** Folder of the service that its handler is tested in. */
  home: string;
  /** Folder of its handler, below src of `home`. */
  folder: string;
  surface: "grpc" | "express" | "streamed";
  bindings: { verb: string; path: string }[];
  access: "scope" | "authenticated" | "public" | "member" | "internal";
  /** Through which of them calls come in; the doors of agents lead to the rpcs of others. */
  door: "rest" | "mcp" | "mcp_actions" | "actions" | "tools";
  resource: string;
  action: string;
  module: string;
  status: number;
  readOnly: boolean;
  /** "matrix", "direct" or "service_only": the fate of a write by a token that is not trusted. */
  trust?: string;
  request: string | null;
  /** Members of the body that name things of other resources, and the right on each (tokens.references). */
  references: { path: string[]; resource: string; action: string; ofType?: string }[];
  /** A body that its schema accepts: documented examples, and values for what is required. */
  example: unknown;
  /** Rights that callers need to be shown members of the reply, by the dotted paths of these. */
  shownTo: Record<string, string>;
  /** Member of the reply that has the items of a list, which is also answered as a file. */
  list: string | null;
  /** Name of the agent tool that is this rpc. */
  tool: string | null;
}

/** Every rpc of the contract. */
export const registry = JSON.parse(
  readFileSync(new URL("../gen/rpcs.json", import.meta.url), "utf8"),
) as Rpc[];

/** True for an rpc that a token, or nobody, reaches through the gateway. */
export function isRouted({ access }: Rpc): boolean {
  return access !== "internal" && access !== "member";
}

/** True for an rpc that a member reaches there who is signed in, and no token. */
export function isOfMembers({ access }: Rpc): boolean {
  return access === "member";
}

/** Addresses of pages, and of what the page of sign-in asks (passkeys.sign-in). */
const PAGES = /^\/(?:p\/|console|api\/v1\/sign-in\/)/;

/** True for a page for people (pages.page, console.app): it has no token, and answers HTML or what HTML needs. */
export function isPage({ surface, bindings }: Rpc): boolean {
  return surface === "express" && bindings.some(({ path }) => PAGES.test(path));
}

/** True for sign-in of apps (oauth.endpoints): it has words of its own for what it refuses. */
export function isOfOAuth({ bindings }: Rpc): boolean {
  return bindings.some(({ path }) => /^\/(?:oauth|\.well-known)\//.test(path));
}

/** "crm.v1.Contacts/CreateContact". */
export function nameOf(rpc: Rpc): string {
  return `${rpc.service}/${rpc.method}`;
}

/** A template with an absent id in each of its variables. */
export function withAbsentIds(template: string): string {
  return template.replaceAll(/\{[^}]+\}/g, "0198f0a0-0000-7000-8000-000000000000");
}

/** True when a concrete path (without its query) is one of the template's. */
export function matches(template: string, path: string): boolean {
  const pattern = template.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{[^}]+\}/g, "[^/]+");
  return new RegExp(`^${pattern}$`).test(path.split("?")[0] ?? "");
}

/** "CreateContact" as its files spell it: "create-contact". */
export function kebab(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase();
}
