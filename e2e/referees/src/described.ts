import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { send, type Answer, type Request } from "../../src/http.ts";
import { matches } from "../../src/registry.ts";

interface Response {
  $ref?: string;
  content?: Record<string, object>;
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response> };
}

/** Tells what of an answer is not as the OpenAPI document says; nothing where it describes no such request. */
export type Describer = (request: Request, answer: Answer) => string[];

/** Reads the OpenAPI document as every client can. */
export async function readDescriber(): Promise<Describer> {
  const document = (await send({ path: "/api/.well-known/openapi.json" })).body as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "openapi");
  const compiled = new Map<string, ValidateFunction>();
  // A path without variables goes before one that it also matches.
  const templates = Object.keys(document.paths).sort((a, b) => a.split("{").length - b.split("{").length);
  return ({ method = "GET", path }, answer) => {
    const template = templates.find((one) => matches(one, path));
    const verb = method.toLowerCase();
    const responses = template === undefined ? undefined : document.paths[template]?.[verb]?.responses;
    if (template === undefined || responses === undefined) return [];
    const status = String(answer.status) in responses ? String(answer.status) : "default";
    const place = ["paths", template, verb, "responses", status];
    const { content, at } = contentOf(document, responses[status], place);
    const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
    if (content === undefined)
      return answer.body === "" ? [] : [`a body at ${status}, where none is described`];
    // Bytes have no schema to compare with.
    if (type !== "application/json" && [BYTES, rangeOf(type)].some((range) => range in content)) return [];
    if (!(type in content)) return [`"${type}" at ${status} is none of ${Object.keys(content).join(", ")}`];
    const pointer = [...at, "content", type, "schema"].map(escaped).join("/");
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#/${pointer}` });
    compiled.set(pointer, validate);
    return validate(answer.body) ? [] : [`at ${status}: ${ajv.errorsText(validate.errors).slice(0, 500)}`];
  };
}

/** Returns the content of a response from its place in the document; many stand among the components. */
function contentOf({ components }: Document, response: Response | undefined, at: string[]) {
  const name = response?.$ref?.split("/").at(-1);
  return name === undefined
    ? { content: response?.content, at }
    : { content: components.responses[name]?.content, at: ["components", "responses", name] };
}

/** A name as a JSON pointer within a URL spells it. */
function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

const BYTES = "application/octet-stream";
const rangeOf = (type: string): string => type.replace(/\/.*/, "/*");
