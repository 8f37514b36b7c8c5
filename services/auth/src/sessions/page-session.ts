import { secretHash, type Brand, type PageRequest, type SentForm, type SentOn } from "@jst/pages";
import type { Role } from "@jst/caller";
import { createHash, timingSafeEqual } from "node:crypto";
import type { AccountDeps } from "../deps.ts";
import { brandOf } from "../teams/brand.ts";
import { normalizedHost } from "../teams/host-name.ts";
import { cookieName, onlyCookie, SESSION_COOKIE } from "./cookies.ts";
import { foreignForm, requireOwnPage } from "./own-page.ts";
import { findSession, touchSession } from "./queries.ts";

/** Parts of the service that a page needs to find its session. */
export type SessionParts = Pick<AccountDeps, "operator" | "baseUrl">;

/** Session of the browser that opened a page. */
export interface PageSession {
  id: string;
  /** RFC 3339. */
  expiresAt: string;
  member: { id: string; email: string; role: Role };
  /** The address is proved for other teams too (sessions.switch). */
  speaksForAddress: boolean;
  team: { id: string; slug: string; name: string; isolated: boolean; brand: Brand };
  /** Hidden field of every form of the page (sessions.forms). */
  csrf: Readonly<Record<typeof CSRF_FIELD, string>>;
}

/** Name of the field that shows by whom a form's page was opened. */
export const CSRF_FIELD = "csrf";

/** Finds the living session of the browser that asks, in the database, and notes its use; undefined without one. */
export async function sessionOf(request: PageRequest, parts: SessionParts): Promise<PageSession | undefined> {
  const secret = onlyCookie(request.headers.cookie, cookieName(SESSION_COOKIE, parts.baseUrl));
  const hash = secret === undefined ? undefined : secretHash(secret);
  if (secret === undefined || hash === undefined) return undefined;
  const found = await findSession(parts.operator, hash, normalizedHost(request.headers.host ?? ""));
  if (found === undefined) return undefined;
  if (found.is_stale) await touchSession(parts.operator, found);
  const { id, member_id, email, role, team_id, slug, isolated, display_name, settings } = found;
  return {
    id,
    expiresAt: found.expires_at,
    member: { id: member_id, email, role },
    speaksForAddress: found.speaks_for_address,
    team: { id: team_id, slug, name: display_name, isolated, brand: brandOf(display_name, settings) },
    csrf: { [CSRF_FIELD]: csrfOf(secret) },
  };
}

/** Sends who is not signed in to sign-in, from where the browser comes back here (sessions.return). */
export function signInFirst({ target }: Pick<PageRequest, "target">): SentOn {
  return { location: `/p/sign-in?return_to=${encodeURIComponent(target)}` };
}

/**
 * Reads the form of a POST, and the session whose page it was on. Throws 403 form_refused for a form from elsewhere,
 * without a session, and of a page that was shown to another session.
 */
export async function sessionForm(
  request: PageRequest,
  parts: SessionParts,
): Promise<{ session: PageSession; form: SentForm }> {
  requireOwnPage(request, parts.baseUrl);
  const session = await sessionOf(request, parts);
  if (session === undefined) throw foreignForm();
  const form = await request.form();
  const sent = form.get(CSRF_FIELD) ?? [];
  if (sent.length !== 1 || !isSame(sent[0] ?? "", session.csrf[CSRF_FIELD])) throw foreignForm();
  return { session, form };
}

/** Follows from the cookie, which no other site can read: it needs no place to be kept in. */
function csrfOf(secret: string): string {
  return createHash("sha256").update(`form of ${secret}`).digest("base64url");
}

function isSame(sent: string, expected: string): boolean {
  const [left, right] = [Buffer.from(sent), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
