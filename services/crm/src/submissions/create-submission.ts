import type { FieldError } from "@jst/errors";
import type { Form, Handler, SubmissionCreate } from "../../gen/rpc.ts";
import { CHANGED_HEADER, encodedChanged, isUuid, type Call } from "@jst/rpc";
import type { Answering } from "../contacts/answered-contact.ts";
import { contacts } from "../contacts/contact.ts";
import type { Answers } from "@jst/answers";
import type { Deps } from "../deps.ts";
import { forms } from "../forms/form.ts";
import { submit } from "./submit.ts";

const METADATA_CHARS_MAX = 500;

/** Stores the submission with its contact and their events, in one transaction. */
export const createSubmission: Handler<"CreateSubmission"> = async ({ path, body }, call) => {
  const { caller } = call;
  const data = body.data as Answers;
  const isAgent = caller.door !== "rest" && caller.door !== "internal";
  const sent = {
    data,
    files: await answeredFiles(data, path.slug, call),
    contactId: body.contact_id,
    source: body.source ?? (isAgent ? "agent" : "api"),
    metadata: body.metadata ?? {},
    faults: faultsOf(body, caller.token_type === "service"),
  };
  return contacts.repeating(() =>
    call.write(async (tx) => {
      const { slug, id, body: stored, contact } = await submit(tx, path.slug, sent);
      const location = `${call.baseUrl}/api/v1/forms/${slug}/submissions/${id}`;
      return { body: stored, headers: { location, ...(isAgent ? changedWith(contact) : {}) } };
    }),
  );
};

/** Tells the door of the agent of the contact that was made or completed. */
function changedWith(contact: Answering | undefined): Record<string, string> {
  if (contact?.op === undefined) return {};
  return { [CHANGED_HEADER]: encodedChanged([{ resource: "contacts", id: contact.id, op: contact.op }]) };
}

/** Returns the faults of a submission besides its answers. */
function faultsOf(
  { contact_id: contactId, metadata = {} }: SubmissionCreate,
  isService: boolean,
): FieldError[] {
  const message = "Only a service token can send contact_id. Remove it, or use a service token.";
  const texts = Object.entries(metadata).filter(
    ([, value]) => typeof value !== "string" || Array.from(value).length > METADATA_CHARS_MAX,
  );
  return [
    ...(contactId === undefined || isService ? [] : [{ field: "contact_id", code: "not_allowed", message }]),
    ...texts.map(([name]) => ({
      field: `metadata.${name}`,
      code: "invalid_value",
      message: `Must be a text of at most ${METADATA_CHARS_MAX} characters.`,
    })),
  ];
}

/**
 * The live files of the team among the answers to fields that ask for one, in lower case. data is asked before the
 * write begins, and only when an answer may be a file.
 */
async function answeredFiles(data: Answers, slug: string, call: Call<Deps>): Promise<ReadonlySet<string>> {
  const texts = Object.values(data).filter((value) => typeof value === "string");
  if (!texts.some(isUuid)) return new Set();
  const [row] = await call.read<{ body: string }>(forms.store.findNamed(call.caller.team_id, slug));
  const fields = row === undefined ? [] : (JSON.parse(row.body) as Form).fields;
  const ids = fields
    .filter(({ id, type }) => type === "file" && Object.hasOwn(data, id))
    .map(({ id }) => data[id])
    .filter((value): value is string => typeof value === "string" && isUuid(value));
  const references = ids.map((id) => ({ kind: "file" as const, field: id, id }));
  const absent = await call.deps.directory.faultsOf(call.caller.team_id, references, call.hop);
  const unknown = new Set(absent.map(({ field }) => field));
  return new Set(ids.filter((id) => !unknown.has(id)).map((id) => id.toLowerCase()));
}
