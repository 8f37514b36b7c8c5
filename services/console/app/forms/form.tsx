import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { Act } from "../parts/act.tsx";
import { Detail } from "../parts/detail.tsx";
import { Edit } from "../parts/edit.tsx";
import { Members } from "../parts/members.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { FORMS } from "../words/forms.ts";
import { Builder } from "./builder.tsx";
import { titleFields } from "./forms.tsx";
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
  return (
    <Detail
      kind={FORMS.kind}
      queryKey={["form", slug]}
      read={() => answered(api.GET("/api/v1/forms/{slug}", { params: { path: { slug } } }))}
      title={({ title }) => title}
      actions={(form) => mayWrite && nextOf(form).map((to) => <Become key={to} form={form} to={to} />)}
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
          <Builder form={form} mayWrite={mayWrite && form.status !== "archived"} />
          <h2>{FORMS.theForm}</h2>
          {mayWrite && <EditTitle form={form} />}
          <Members of={form} without={["title", "fields"]} />
        </>
      )}
    </Detail>
  );
}

function Become({ form, to }: { form: Form; to: Exclude<State, "draft"> }) {
  const { slug, status } = form;
  const state = status === to ? {} : { status: to };
  const body = { ...state, ...(to === "published" ? { settings: { public: true } } : {}) };
  return (
    <Act
      words={WORDS[to]}
      of={form}
      touches={touched(slug)}
      send={(header) => {
        const params = { path: { slug }, header };
        return answered(api.PATCH("/api/v1/forms/{slug}", { params, body }));
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
