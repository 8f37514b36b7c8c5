import type { FieldError } from "@jst/errors";
import type { Handler, SubmissionCreate } from "../../gen/rpc.ts";
import { CHANGED_HEADER, encodedChanged } from "@jst/rpc";
import type { Answering } from "../contacts/answered-contact.ts";
import { contacts } from "../contacts/contact.ts";
import type { Answers } from "@jst/answers";
import { answeredFiles } from "./answered-files.ts";
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
  const message = "Only a service token says who submits.";
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
