import { answered, isQueued } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { Act } from "../parts/act.tsx";
import { Detail } from "../parts/detail.tsx";
import { Edit } from "../parts/edit.tsx";
import { Members } from "../parts/members.tsx";
import type { WriteKey } from "../parts/writing.ts";
import { mayDo, useSession } from "../session/session.ts";
import { FORMS } from "../words/forms.ts";
import { Builder } from "./builder.tsx";
import { fieldsOf } from "./drafts.ts";
import { titleFields } from "./forms.tsx";
import { useQuestions, type Questions } from "./questions.ts";
import { Responses } from "./responses.tsx";

type Form = Schemas["Form"];
type State = Form["status"];

/** Next states of a form by its current state. */
const NEXT: Readonly<Record<State, readonly Exclude<State, "draft">[]>> = {
  draft: ["published", "archived"],
  published: ["closed", "archived"],
  closed: ["published", "archived"],
  archived: [],
};
const WORDS = { published: FORMS.publish, closed: FORMS.close, archived: FORMS.archive };

/** Tests whether anyone can fill in the form on its page. */
const hasPage = ({ status, settings }: Form): boolean => status === "published" && settings.public;

/** Lists the states that a person may choose; a form without a page is published again, which opens it. */
const nextOf = (form: Form) =>
  form.status === "published" && !hasPage(form)
    ? (["published", ...NEXT.published] as const)
    : NEXT[form.status];

const touched = (slug: string) => [["forms"], ["form", slug]];

/** A form: what it asks, where people fill it in, and what they have answered. */
export function Form({ id: slug }: { id: string }) {
  const session = useSession();
  const mayWrite = mayDo(session, "forms", "write");
  const questionsOf = useQuestions();
  return (
    <Detail
      kind={FORMS.kind}
      queryKey={["form", slug]}
      read={() => answered(api.GET("/api/v1/forms/{slug}", { params: { path: { slug } } }))}
      title={({ title }) => title}
      actions={(form) =>
        mayWrite &&
        nextOf(form).map((to) => <Become key={to} form={form} to={to} questions={questionsOf(form)} />)
      }
    >
      {(form) => (
        <>
          {hasPage(form) && (
            <p>
              {FORMS.filledIn} <a href={`/p/forms/${session.team.slug}/${slug}`}>{FORMS.itsPage}</a>.
            </p>
          )}
          <h2>{FORMS.responses}</h2>
          <Responses form={form} />
          <h2>{FORMS.builder}</h2>
          <Builder
            form={form}
            questions={questionsOf(form)}
            mayWrite={mayWrite && form.status !== "archived"}
          />
          <h2>{FORMS.theForm}</h2>
          {mayWrite && <EditTitle form={form} />}
          <Members of={form} without={["title", "fields"]} />
        </>
      )}
    </Detail>
  );
}

interface BecomeOf {
  form: Form;
  to: Exclude<State, "draft">;
  questions: Questions;
}

/** Brings a form into another state; publishing stores the written questions with it. */
function Become({ form, to, questions }: BecomeOf) {
  const { slug, status } = form;
  const state = status === to ? {} : { status: to };
  const isPublishing = to === "published";
  const isStoring = isPublishing && questions.isChanged;
  const body: Schemas["FormPatch"] = {
    ...state,
    ...(isPublishing ? { settings: { public: true } } : {}),
    ...(isStoring ? { fields: fieldsOf(questions.drafts) } : {}),
  };
  const change = (header: WriteKey) =>
    answered(api.PATCH("/api/v1/forms/{slug}", { params: { path: { slug }, header }, body }));
  return (
    <Act
      words={WORDS[to]}
      of={isStoring ? questions.over : form}
      touches={touched(slug)}
      mayStart={() => !isStoring || questions.element.current?.reportValidity() !== false}
      answers={body.fields ?? null}
      send={change}
      onDone={(done) => {
        if (isStoring && !isQueued(done)) questions.begin(done);
      }}
    />
  );
}

function EditTitle({ form }: { form: Form }) {
  const path = { slug: form.slug };
  return (
    <Edit
      of={form}
      opens={FORMS.editTitle}
      fields={titleFields}
      touches={touched(form.slug)}
      send={(body: Schemas["FormPatch"], header) =>
        answered(api.PATCH("/api/v1/forms/{slug}", { params: { path, header }, body }))
      }
    />
  );
}
