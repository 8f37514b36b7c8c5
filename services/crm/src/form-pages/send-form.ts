import { AppError } from "@jst/errors";
import { pageContext, TRAP, type Page, type PageRequest, type SentForm, type SentOn } from "@jst/pages";
import { createHash } from "node:crypto";
import { contacts } from "../contacts/contact.ts";
import type { Deps } from "../deps.ts";
import { sentAnswers, type Answers } from "@jst/answers";
import { submit, type SentPage } from "../submissions/submit.ts";
import { closedPage, formPage, OWN, pathOf, publicForm, type PublicForm } from "./form-page.ts";

/** Stores what was sent and sends on to the thanks; what is refused is shown again with what is wrong. */
export async function sendForm(request: PageRequest, deps: Deps): Promise<Page | SentOn> {
  const sent = await request.form();
  const shown = await publicForm(request, deps);
  const thanks = { location: `${pathOf(shown)}?thanks=1` };
  // Only a program sees the trap; it is told what everybody is told, and nothing is stored.
  if (sent.get(TRAP)?.some((value) => value !== "") === true) return thanks;
  try {
    await stored(shown, sent, { request, deps });
    return thanks;
  } catch (thrown) {
    if (!(thrown instanceof AppError) || !(thrown.code in sentences)) throw thrown;
    return refusedPage(thrown, sent, await publicForm(request, deps));
  }
}

async function stored(
  { form, team }: PublicForm,
  sent: SentForm,
  { request, deps }: { request: PageRequest; deps: Deps },
): Promise<void> {
  const data = sentAnswers(form.fields, sent);
  const page = pageOf(sent, data);
  await contacts.repeating(() =>
    deps.database.write(pageContext(team, request), (tx) =>
      submit(tx, form.id, { data, source: "public", metadata: {}, faults: [], page }),
    ),
  );
}

/** Returns the identity of the page. The same page with other answers is another submission. */
function pageOf(sent: SentForm, data: Answers): SentPage {
  const version = Number(sent.get(OWN.version)?.[0] ?? Number.NaN);
  const once = sent.get(OWN.once)?.[0];
  const key =
    once &&
    createHash("sha256")
      .update(JSON.stringify([once, data]))
      .digest();
  return { version: Number.isSafeInteger(version) ? version : undefined, ...(key ? { key } : {}) };
}

/** Refusals that a person can do something about, in words of the page; undefined where each answer has its own. */
const sentences: Readonly<Record<string, string | undefined>> = {
  validation_failed: undefined,
  form_closed: undefined,
  form_already_submitted:
    "You already submitted this form, and it accepts one submission for each person. No further step is needed.",
  version_conflict: "The form was changed after you opened it. Check it again, then send it.",
};

function refusedPage(error: AppError, sent: SentForm, shown: PublicForm): Page {
  const { closed } = shown;
  if (error.code === "form_closed") return closedPage(shown, closed ?? "ended", true);
  const fault = sentences[error.code];
  const values = { values: sent, errors: error.errors ?? [] };
  return formPage(shown, fault === undefined ? values : { ...values, fault });
}
