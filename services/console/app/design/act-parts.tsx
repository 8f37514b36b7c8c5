import { useState } from "react";
import { Button } from "react-aria-components";
import { Act } from "../parts/act.tsx";
import { Ask } from "../parts/ask.tsx";
import { Edit } from "../parts/edit.tsx";
import { Guarded } from "../parts/leaving.tsx";
import { Moves } from "../parts/moves.tsx";
import { New } from "../parts/new.tsx";
import { Opening } from "../parts/opening.tsx";
import { OverPage } from "../parts/over-page.tsx";
import { notifyProposals } from "../parts/queued.tsx";
import { TextInput } from "../parts/text-input.tsx";
import { showToast } from "../parts/toasts.tsx";
import type { Examples } from "./examples.ts";

const ignore = (): void => {};
const done = () => Promise.resolve({});
const VOID = {
  opens: "Void",
  title: "Void the invoice?",
  says: "Nothing takes this back.",
  does: "Void",
};

function Title() {
  const [text, setText] = useState("Spring");
  return <TextInput label="Title" is={text} onText={setText} />;
}

function Box() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Show the box</Button>
      <OverPage isOpen={isOpen} onOpenChange={setOpen} isDismissable>
        <div className="dialog">
          <p>A box over the page</p>
        </div>
      </OverPage>
    </>
  );
}

/** Parts that do something or lead to it. */
export const ACT_PARTS: Examples = {
  "act.tsx": () => ({
    "undo takes it back": <Act words={{ opens: "Archive" }} touches={[]} send={done} />,
    "nothing takes it back": <Act words={VOID} isDangerous touches={[]} send={done} />,
  }),
  "ask.tsx": () => ({
    question: <Ask question={{ ...VOID, opens: "Send", does: "Send", onYes: ignore }} answers={undefined} />,
    danger: <Ask question={{ ...VOID, isDangerous: true, onYes: ignore }} answers={undefined} />,
  }),
  "opening.tsx": () => ({
    form: <Opening opens="New tag">{() => <Title />}</Opening>,
    wide: (
      <Opening opens="New quote" isWide>
        {() => <Title />}
      </Opening>
    ),
  }),
  "over-page.tsx": () => ({ box: <Box /> }),
  "new.tsx": () => ({
    button: (
      <New<{ name?: string }, object>
        words={{ opens: "New contact", does: "Create" }}
        fields={[{ name: "name", kind: "text", label: "Name" }]}
        touches={[]}
        send={done}
      />
    ),
  }),
  "edit.tsx": () => ({
    button: (
      <Edit<{ name?: string }, { version: number; name: string }, object>
        of={{ version: 1, name: "Ada" }}
        fields={[{ name: "name", kind: "text", label: "Name" }]}
        touches={[]}
        send={done}
      />
    ),
  }),
  "moves.tsx": () => ({
    first: <Moves what="question 1" index={0} isLast={false} onMove={ignore} />,
    last: <Moves what="question 2" index={1} isLast onMove={ignore} onRemove={ignore} />,
  }),
  "leaving.tsx": () => ({
    "asks when it has changed": (
      <Guarded>
        <Title />
      </Guarded>
    ),
  }),
  "toasts.tsx": () => ({
    message: <Button onPress={() => showToast({ text: "Contact archived" })}>Show a message</Button>,
    "message that stays": (
      <Button onPress={() => showToast({ text: "No response. Try again.", stays: true })}>
        Show a message that stays
      </Button>
    ),
  }),
  "queued.tsx": () => ({
    "one proposal": (
      <Button onPress={() => notifyProposals([{ changeset_id: "data_1" }])}>Show a proposal</Button>
    ),
  }),
};
