import type { FieldError } from "@jst/errors";
import type { Handler, NewSubmission } from "../../gen/rpc.ts";
import { againWhenTaken } from "../contacts/again-when-taken.ts";
import type { Answers } from "../forms/answers.ts";
import { forms } from "../forms/form.ts";
import { answeredFiles } from "./answered-files.ts";
import { submit } from "./submit.ts";

const METADATA_CHARS_MAX = 500;

/** Stores the submission with its contact and their events, in one transaction. */
export const createSubmission: Handler<"CreateSubmission"> = async ({ path, body }, call) => {
  const { caller } = call;
  const data = body.data as Answers;
  const sent = {
    data,
    files: await answeredFiles(data, path.slug, call),
    contactId: body.contact_id,
    source: body.source ?? (caller.door === "rest" || caller.door === "internal" ? "api" : "agent"),
    metadata: body.metadata ?? {},
    faults: faultsOf(body, caller.token_type === "service"),
  };
  return againWhenTaken(() =>
    call.write(async (tx) => {
      const { slug, id, body: stored } = await submit(tx, await forms.store.idOf(tx, path.slug), sent);
      const location = `${call.baseUrl}/api/v1/forms/${slug}/submissions/${id}`;
      return { body: stored, headers: { location } };
    }),
  );
};

/** What is wrong with a submission besides its answers. */
function faultsOf({ contact_id: contactId, metadata = {} }: NewSubmission, isService: boolean): FieldError[] {
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
