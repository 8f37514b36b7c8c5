import { answered, isQueued } from "@jst/client";
import { useState } from "react";
import { Button, FieldError, Form, Input, Label, TextField } from "react-aria-components";
import { api, type Schemas } from "../api.ts";
import { Failure } from "../parts/failure.tsx";
import { Guarded } from "../parts/leaving.tsx";
import { useWriting } from "../parts/writing.ts";
import { ShownOnce } from "../parts/shown-once.tsx";
import { EventChoice, type EventName } from "./event-choice.tsx";
import { PaceFields, PLAIN } from "./pace.tsx";
import { WEBHOOKS } from "../words/developers.ts";

/** Adds an endpoint, and shows its secret this once. */
export function NewWebhook() {
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<readonly EventName[]>(["*"]);
  const [pace, setPace] = useState(PLAIN);
  const adding = useWriting({
    send: (body: Schemas["WebhookCreate"], header) =>
      answered(api.POST("/api/v1/webhooks", { params: { header }, body })),
    touches: [["webhooks"]],
    onDone: () => setUrl(""),
  });
  const made = adding.data;
  return (
    <section className="card" aria-label={WEBHOOKS.adding}>
      <Guarded saved={made}>
        <Form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            adding.mutate({ url, events: events as Schemas["WebhookCreate"]["events"], ...pace });
          }}
        >
          <TextField value={url} onChange={setUrl} isRequired type="url">
            <Label>{WEBHOOKS.address}</Label>
            <Input />
            <FieldError />
          </TextField>
          <EventChoice chosen={events} onChoose={setEvents} />
          <PaceFields pace={pace} onPace={setPace} />
          <Button type="submit" className="main" isPending={adding.isPending}>
            {WEBHOOKS.add}
          </Button>
        </Form>
      </Guarded>
      {adding.error !== null && <Failure error={adding.error} />}
      {made !== undefined && !isQueued(made) && (
        <ShownOnce what={WEBHOOKS.secret(made.url)} value={made.secret} />
      )}
    </section>
  );
}
