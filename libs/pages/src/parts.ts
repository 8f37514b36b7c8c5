import { html, type Content, type Html } from "./html.ts";

/** A link among several of which one is picked. */
export interface Pick {
  href: string;
  label: string;
  /** It is the one that is picked now. */
  isChosen?: boolean;
}

/** Links side by side, such as days or times. */
export function picksHtml(picks: readonly Pick[]): Html {
  const items = picks.map(
    ({ href, label, isChosen }) =>
      html`<li><a href="${href}"${isChosen === true && html` aria-current="true"`}>${label}</a></li>\n`,
  );
  return html`<ul class="picks">\n${items}</ul>\n`;
}

/** Renders facts by their names; undefined ones are left out. */
export function factsHtml(facts: Readonly<Record<string, Content>>): Html {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null);
  const rows = known.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`);
  return html`<dl class="facts">\n${rows}</dl>\n`;
}
