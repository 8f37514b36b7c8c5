/** Anything YAML or JSON can hold. */
export type Tree = string | number | boolean | null | Tree[] | { [member: string]: Tree };

/** Values of the `${name}` places of a template. */
export type Places = Readonly<Record<string, Tree>>;

const place = /^\$\{(\w+)\}$/;

/**
 * The template with each `${name}` replaced by its value; a list that stands for an element of a list is spliced in.
 * Throws on a name without a value.
 */
export function fill(template: Tree, places: Places): Tree {
  if (typeof template === "string") return valueOf(template, places);
  if (Array.isArray(template)) {
    return template.flatMap((element) => {
      const filled = fill(element, places);
      return typeof element === "string" && place.test(element) ? filled : [filled];
    });
  }
  if (template === null || typeof template !== "object") return template;
  return Object.fromEntries(Object.entries(template).map(([member, value]) => [member, fill(value, places)]));
}

function valueOf(text: string, places: Places): Tree {
  const name = place.exec(text)?.[1];
  if (name === undefined) return text;
  const value = places[name];
  if (value === undefined) throw new Error(`envoy.yaml names \${${name}}, which the gateway does not know`);
  return value;
}
