import type { Response } from "express";
import { createHash } from "node:crypto";
import { colorOf, pictureOf, type Brand } from "./brand.ts";
import { html, Html } from "./html.ts";
import { stylesheet } from "./stylesheet.ts";

/** A page for people. */
export interface Page {
  /** 200 where nothing else is said. */
  status?: number;
  /** Title of the window and first heading of the page. */
  title: string;
  /** Content below the heading. */
  content: Html;
  /** Brand of the page's team; absent on a page that must not reveal the team. */
  brand?: Brand | undefined;
  /** True where something was refused: the window says so first. */
  isRefused?: boolean;
  headers?: PageHeaders;
  /** Addresses to which its forms lead in the end; an empty list where nobody knows them before a form is sent. */
  formsLeadOn?: readonly string[];
  /** The one script that the page runs, which may call this host; it holds nothing of a request. */
  script?: string;
}

/** Headers of an answer; a list is sent as one header each. */
export type PageHeaders = Readonly<Record<string, string | string[]>>;

/** Sends who has sent a form on to a page that may be loaded again (303). */
export interface SentOn {
  /** Path of this host; another one only where a clause of the page names it. */
  location: string;
  headers?: PageHeaders;
}

/**
 * Answers the page, or sends on to another one; with the headers that every page has (pages.headers), and those that
 * all pages of the service have besides.
 */
export function sendPage(response: Response, page: Page | SentOn, ofService: PageHeaders = {}): void {
  response.set({ ...headers, ...ofService, ...page.headers });
  if ("location" in page) {
    response.status(303).set("location", page.location).end();
    return;
  }
  const { status = 200, brand = unbranded } = page;
  const style = styleOf(brand);
  response.status(status).set("content-security-policy", policyOf(page, brand, style));
  response.type("text/html; charset=utf-8").send(documentOf(page, brand, style).toString());
}

/** Headers of every page: it is private, sends no referrer to another site, and stands in no frame. */
const headers = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

const unbranded: Brand = { name: null, logo: null, favicon: null, primary_color: null };

function documentOf({ title, content, isRefused, script }: Page, brand: Brand, style: string): Html {
  const icon = pictureOf(brand.favicon)?.href ?? "data:,";
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isRefused === true && "Error: "}${title}${brand.name !== null && ` – ${brand.name}`}</title>
<link rel="icon" href="${icon}">
${Html.of([`<style>${style}</style>`], [])}
</head>
<body>
${headerOf(brand)}<main>
<h1>${title}</h1>
${content}</main>
${script !== undefined && Html.of([`<script>${script}</script>\n`], [])}</body>
</html>
`;
}

function headerOf({ name, logo }: Brand): Html | undefined {
  if (name === null) return undefined;
  const picture = pictureOf(logo);
  const shown = picture !== undefined && html`<img src="${picture.href}" alt="">`;
  return html`<header>${shown}<span>${name}</span></header>\n`;
}

function styleOf(brand: Brand): string {
  return `:root { --brand: ${colorOf(brand)} }${stylesheet}`;
}

/**
 * Allows the one stylesheet by its hash, pictures of the brand, forms to this host and to where they lead on; no
 * script, or the one of the page by its hash, which may call this host.
 */
function policyOf({ formsLeadOn, script }: Page, { logo, favicon }: Brand, style: string): string {
  const pictures = [logo, favicon].flatMap((address) => pictureOf(address)?.origin ?? []);
  return [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`, "connect-src 'self'"]),
    `style-src ${hashOf(style)}`,
    `img-src ${[...new Set(["data:", ...pictures])].join(" ")}`,
    `form-action ${formTargets(formsLeadOn).join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/**
 * Browsers hold a form's policy against every redirect behind it, and a provider of sign-in, a checkout or an app sends
 * on to hosts of its own. So a form that leads on may reach any host over https, the visitor's own machine, and the
 * scheme of an app that is installed there; one that does not lead on reaches this host alone (pages.headers).
 */
function formTargets(leadOn: Page["formsLeadOn"]): string[] {
  if (leadOn === undefined) return ["'self'"];
  const schemes = leadOn
    .map((address) => new URL(address))
    // A policy cannot name an IPv6 address: there the scheme stands for it.
    .filter(({ protocol, hostname }) => protocol !== "https:" && !isNamedLoopback(hostname))
    .map(({ protocol }) => protocol);
  return ["'self'", "https:", "http://127.0.0.1:*", "http://localhost:*", ...new Set(schemes)];
}

function isNamedLoopback(hostname: string): boolean {
  return hostname === "127.0.0.1" || hostname === "localhost";
}
