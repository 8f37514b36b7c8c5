import { answered, isQueued } from "@jst/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button, FieldError, Form, Input, Label, TextField } from "react-aria-components";
import { api, type Schemas } from "../api.ts";
import { Failure } from "../parts/failure.tsx";
import { Queued } from "../parts/queued.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";
import { EVENTS } from "../words/words.ts";

type Event = Schemas["NewWebhook"]["events"][number];

const ALL = Object.keys(EVENTS) as Event[];

/** Adds an endpoint, and shows its secret this once. */
export function NewWebhook() {
  const queries = useQueryClient();
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<readonly Event[]>(ALL);
  const adding = useMutation({
    mutationFn: () => answered(api.POST("/api/v1/webhooks", { body: { url, events: [...events] } })),
    onSuccess: () => setUrl(""),
    onSettled: () => queries.invalidateQueries({ queryKey: ["webhooks"] }),
  });
  const made = adding.data;
  return (
    <section className="card" aria-label="A new endpoint">
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          adding.mutate();
        }}
      >
        <TextField value={url} onChange={setUrl} isRequired type="url">
          <Label>Address of the new endpoint</Label>
          <Input />
          <FieldError />
        </TextField>
        <Events chosen={events} onChoose={setEvents} />
        <Button type="submit" className="main" isPending={adding.isPending}>
          Add the endpoint
        </Button>
      </Form>
      {adding.error !== null && <Failure error={adding.error} />}
      {made !== undefined && isQueued(made) && <Queued />}
      {made !== undefined && !isQueued(made) && made.secret !== undefined && (
        <ShownOnce what={`secret of ${made.url}`} value={made.secret} />
      )}
    </section>
  );
}

function Events({ chosen, onChoose }: { chosen: readonly Event[]; onChoose: (all: Event[]) => void }) {
  return (
    <fieldset>
      <legend>It is told that</legend>
      {ALL.map((event) => (
        <label key={event}>
          <input
            type="checkbox"
            checked={chosen.includes(event)}
            onChange={({ target }) =>
              onChoose(ALL.filter((one) => (one === event ? target.checked : chosen.includes(one))))
            }
          />
          {EVENTS[event]}
        </label>
      ))}
    </fieldset>
  );
}
