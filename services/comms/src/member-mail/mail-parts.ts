import { html, type Html } from "@jst/pages";

/** Content of a mail to a member: the same words as text and as HTML. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** Parts of a mail, from top to bottom. */
export interface MailParts {
  subject: string;
  /** Paragraphs above the button. */
  before: readonly string[];
  /** Lines of a list, each a link of its own. */
  links?: readonly MailLink[];
  button: MailLink;
  /** Paragraphs below the button. */
  after: readonly string[];
}

/** A link with its words. */
export interface MailLink {
  label: string;
  url: string;
}

/** Writes a mail; every text in it is shown as it is, and is one line. */
export function mailOf({ subject, before, links = [], button, after }: MailParts): MailContent {
  const title = lineOf(subject);
  const listed = links.map(({ label, url }) => ({ label: lineOf(label), url }));
  const text = [
    ...before.map(lineOf),
    ...(listed.length === 0 ? [] : [listed.map(({ label, url }) => `- ${label}\n  ${url}`).join("\n")]),
    `${button.label}:\n${button.url}`,
    ...after.map(lineOf),
  ].join("\n\n");
  const body = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="margin:0 auto;max-width:36rem;padding:1.5rem;font:16px/1.5 sans-serif;color:#1f2937;background:#ffffff">
${before.map(paragraph)}${listed.length === 0 ? "" : html`<ul>${listed.map(listItem)}</ul>\n`}<p style="margin:1.5rem 0">${buttonOf(button)}</p>
${after.map(paragraph)}</body>
</html>
`;
  return { subject: title, text: `${text}\n`, html: body.toString() };
}

/** One line of at most 300 characters: a name or a title is never more than a part of its sentence. */
export function lineOf(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, 300);
}

const paragraph = (text: string): Html => html`<p>${lineOf(text)}</p>\n`;

const listItem = ({ label, url }: MailLink): Html => html`<li><a href="${url}">${label}</a></li>\n`;

const buttonOf = ({ label, url }: MailLink): Html =>
  html`<a href="${url}" style="display:inline-block;padding:0.75rem 1.25rem;border-radius:0.375rem;background:#1d4ed8;color:#ffffff;text-decoration:none">${label}</a>`;
