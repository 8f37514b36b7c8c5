import { answered } from "@jst/client";
import { useState } from "react";
import { Button } from "react-aria-components";
import { api, type Schemas } from "../api.ts";
import { Outcome } from "../parts/outcome.tsx";
import { TextInput } from "../parts/text-input.tsx";
import { ifVersion, useWriting } from "../parts/writing.ts";
import { HOURS } from "../words/calendar.ts";
import { DAYS } from "../words/words.ts";
import { readHours, shownHours } from "./weeks.ts";

type Schedule = Schemas["Schedule"];

/** The week of a host as texts, a day each. */
export function EditHours({ schedule, onDone }: { schedule: Schedule; onDone: () => void }) {
  const [opened] = useState(schedule);
  const [timezone, setTimezone] = useState(opened.timezone);
  const [texts, setTexts] = useState(() => DAYS.map((_, day) => shownHours(hoursOf(opened, day))));
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);
  const saving = useSaving(opened, onDone);
  const save = () => {
    const hours = texts.map((text, day) => readHours(day, text));
    const wrong = DAYS.filter((_, day) => hours[day] === undefined);
    setUnreadable(wrong);
    if (wrong.length === 0) saving.mutate({ timezone, weekly: hours.filter((one) => one !== undefined) });
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <p className="aside">{HOURS.help}</p>
      {DAYS.map((day, index) => (
        <TextInput
          key={day}
          label={day}
          is={texts[index] ?? ""}
          onText={(text) => setTexts(texts.with(index, text))}
        />
      ))}
      <TextInput label={HOURS.timezone} required is={timezone} onText={setTimezone} />
      {unreadable.map((day) => (
        <p key={day} role="alert">
          {HOURS.unreadable(day)}
        </p>
      ))}
      <Outcome of={saving} />
      <Button type="submit" className="main">
        {HOURS.save}
      </Button>
    </form>
  );
}

const hoursOf = ({ weekly }: Schedule, weekday: number) =>
  weekly.find((one) => one.weekday === weekday) ?? { weekday, intervals: [] };

function useSaving({ host_id, version }: Schedule, onDone: () => void) {
  return useWriting({
    send: (body: Schemas["SchedulePatch"], key) => {
      const params = { path: { host_id }, header: { ...key, ...ifVersion(version) } };
      return answered(api.PATCH("/api/v1/scheduling/schedules/{host_id}", { params, body }));
    },
    touches: [["schedules"], ["availability"]],
    onDone,
  });
}
