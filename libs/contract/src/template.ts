/** A path template of google.api.http, in the form the platform uses: literals, `{field}`, and a `:verb` at the end. */
export interface Template {
  text: string;
  fields: string[];
}

const SEGMENT = /^(?:\{([a-z][a-z0-9_]*)\}|[A-Za-z0-9._~-]+)$/;

/** Parses a template; undefined when it uses a form the platform does not take, such as `{name=**}`. */
export function parseTemplate(text: string): Template | undefined {
  if (!text.startsWith("/")) return undefined;
  const fields: string[] = [];
  const { path } = splitVerb(text);
  for (const segment of path.slice(1).split("/")) {
    const match = SEGMENT.exec(segment);
    if (!match) return undefined;
    if (match[1] !== undefined) fields.push(match[1]);
  }
  return { text, fields };
}

/** The same for two templates that match the same paths: field names do not count. */
export function shapeOf(template: Template): string {
  return template.text.replaceAll(/\{[^}]*\}/g, "{}");
}

/** Builds the RE2 that matches the whole path; an empty segment is not an id. */
export function regexOf(template: Template): string {
  return template.text
    .split(/(\{[^}]*\})/)
    .map((part) => (part.startsWith("{") ? "[^/]+" : part.replaceAll(/[.~+*?^$()[\]|\\]/g, "\\$&")))
    .join("");
}

/** True when every path of `other` is one of `template` as well, but not the other way round. */
export function covers(template: Template, other: Template): boolean {
  const takes = (one: Template, text: string): boolean => new RegExp(`^${regexOf(one)}$`).test(text);
  return takes(template, other.text) && !takes(other, template.text);
}

/** Path in the syntax of express 5. */
export function expressPathOf(template: Template): string {
  return template.text.replaceAll(/\{([^}]*)\}/g, ":$1");
}

/** Orders templates so that a literal segment is tried before a field in its place. */
export function compareTemplates(a: Template, b: Template): number {
  const key = (template: Template): string => template.text.replaceAll(/\{[^}]*\}/g, "\uffff");
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
}

function splitVerb(text: string): { path: string } {
  return { path: text.replace(/:[a-z][a-z0-9-]*$/, "") };
}
