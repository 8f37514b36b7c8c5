import { useState } from "react";
import { Form } from "react-aria-components";
import { Choices } from "../parts/choices.tsx";
import { ContactChoice } from "../parts/contact-choice.tsx";
import { DraftField, type Kinds } from "../parts/draft-field.tsx";
import { DraftList } from "../parts/draft-list.tsx";
import type { Draft } from "../parts/drafts.ts";
import type { AnyField } from "../parts/fields.ts";
import { Find } from "../parts/finding.tsx";
import { FormField } from "../parts/form-field.tsx";
import { Pick, type Thing } from "../parts/pick.tsx";
import { Select } from "../parts/select.tsx";
import { SeveralFound } from "../parts/several-found.tsx";
import { Several } from "../parts/several.tsx";
import { TextInput } from "../parts/text-input.tsx";
import { TokenField } from "../parts/token-field.tsx";
import { ValueField } from "../parts/value-field.tsx";
import { WriteForm } from "../parts/write-form.tsx";
import { useWriting } from "../parts/writing.ts";
import type { Examples } from "./examples.ts";

const STAGES = { lead: "Lead", customer: "Customer", former: "Former customer" };
const THINGS: readonly Thing[] = [
  { id: "1", name: "Ada Lovelace", about: "ada@example.com" },
  { id: "2", name: "Grace Hopper", about: "grace@example.com" },
];
const ignore = (): void => {};

const FIELDS: Readonly<Record<string, AnyField>> = {
  text: { name: "text", kind: "text", label: "Name" },
  "with help": { name: "url", kind: "url", label: "Web page", help: "Begins with https://" },
  long: { name: "long", kind: "long", label: "Notes" },
  choice: { name: "choice", kind: "choice", label: "Stage", choices: STAGES },
  check: { name: "check", kind: "check", label: "Active" },
};
type Kind = "text" | "select";
const KINDS: Kinds<Kind> = { words: { text: "Text", select: "Choice" }, withChoices: ["select"] };
const SIZE: Draft<Kind> = {
  ...{ id: "b", label: "Size", type: "select", required: false, choices: { words: ["S", "M"], next: "" } },
};
const DRAFTS: readonly Draft<Kind>[] = [
  { id: "a", label: "Name", type: "text", required: true, choices: { words: [], next: "" } },
  SIZE,
];

function ChosenView() {
  const [view, setView] = useState<keyof typeof STAGES>("lead");
  return <Choices label="Stage" of={STAGES} is={view} onChoose={setView} />;
}

function ChosenThings({ isMany }: { isMany: boolean }) {
  const [chosen, setChosen] = useState<readonly Thing[]>(THINGS.slice(0, 1));
  const find = () => Promise.resolve(THINGS);
  return <Pick label="Contact" queryKey={["design"]} {...{ find, chosen, isMany }} onChange={setChosen} />;
}

function ChosenStages({ Part }: { Part: typeof Several | typeof SeveralFound }) {
  const [chosen, setChosen] = useState<readonly string[]>(["lead"]);
  return <Part label="Stages" of={STAGES} chosen={chosen} onChange={setChosen} help="One at least." />;
}

function WrittenForm() {
  const writing = useWriting<{ name?: string; stage?: string }, object>({
    send: () => Promise.resolve({}),
    touches: [],
  });
  const fields = [
    { name: "name", kind: "text", label: "Name", isRequired: true },
    { name: "stage", kind: "choice", label: "Stage", choices: STAGES },
  ] as const;
  return <WriteForm fields={fields} does="Save" writing={writing} />;
}

/** Parts in which a person writes or chooses. */
export const FIELD_PARTS: Examples = {
  "form-field.tsx": () => ({
    ...Object.fromEntries(
      Object.entries(FIELDS).map(([state, field]) => [
        state,
        <FormField key={state} field={field} isFaulty={false} was={field.kind === "check"} />,
      ]),
    ),
    "with a fault": (
      <Form className="form" validationErrors={{ email: "is not a valid e-mail address" }}>
        <FormField field={{ name: "email", kind: "email", label: "E-mail" }} was="ada@" isFaulty />
      </Form>
    ),
  }),
  "text-input.tsx": () => ({
    line: <TextInput label="Title" is="Spring" onText={ignore} />,
    lines: <TextInput label="Address" is={"1 Mill Lane\nBern"} onText={ignore} />,
  }),
  "value-field.tsx": () => ({
    value: (
      <ValueField label="Amount" is="12.50" onText={ignore} faultOf={() => undefined} keyboard="decimal" />
    ),
  }),
  "select.tsx": () => ({ one: <Select label="Stage" of={STAGES} is="lead" onChange={ignore} /> }),
  "choices.tsx": () => ({ pressed: <ChosenView /> }),
  "several.tsx": () => ({ some: <ChosenStages Part={Several} /> }),
  "several-found.tsx": () => ({ some: <ChosenStages Part={SeveralFound} /> }),
  "pick.tsx": () => ({ one: <ChosenThings isMany={false} />, several: <ChosenThings isMany /> }),
  "contact-choice.tsx": () => ({ empty: <ContactChoice name="contact_id" /> }),
  "token-field.tsx": () => ({ words: <TokenField name="tags" label="Tags" was={["vip", "old, lead"]} /> }),
  "finding.tsx": () => ({
    empty: <Find label="Find contacts" is="" onFind={ignore} />,
    text: <Find label="Find invoices" is="ada" onFind={ignore} />,
  }),
  "draft-field.tsx": () => ({
    locked: (
      <ul className="cards">
        <DraftField
          {...{ draft: SIZE, kinds: KINDS, index: 1, isLast: true, mayWrite: false }}
          {...{ onChange: ignore, onMove: ignore, onRemove: ignore }}
        />
      </ul>
    ),
  }),
  "draft-list.tsx": () => ({
    questions: <DraftList drafts={DRAFTS} kinds={KINDS} mayWrite onChange={ignore} />,
  }),
  "write-form.tsx": () => ({ empty: <WrittenForm /> }),
};
