import { Input, Label, TextField } from "react-aria-components";
import type { Schemas } from "../api.ts";
import { Choice } from "./event-choice.tsx";
import { WEBHOOKS } from "../words/developers.ts";

/** How the posts of a webhook follow each other. */
export type Pace = Required<
  Pick<Schemas["WebhookCreate"], "ordering" | "retries" | "batch" | "max_per_minute">
>;

/** A webhook that gets each event by itself, at once. */
export const PLAIN: Pace = { ordering: "none", retries: "standard", batch: null, max_per_minute: null };

const { pace: words } = WEBHOOKS;
const BATCH = { max: 50, wait_ms: 1_000 };

/** Choices of order, retries, batches and the number of posts a minute. */
export function PaceFields({ pace, onPace }: { pace: Pace; onPace: (pace: Pace) => void }) {
  const { batch, ordering, retries, max_per_minute: most } = pace;
  return (
    <fieldset>
      <legend>{words.legend}</legend>
      <Choice
        label={words.strict}
        isOn={ordering === "strict"}
        onChange={(isOn) => onPace({ ...pace, ordering: isOn ? "strict" : "none" })}
      />
      <Choice
        label={words.long}
        isOn={retries === "long"}
        onChange={(isOn) => onPace({ ...pace, retries: isOn ? "long" : "standard" })}
      />
      <Choice
        label={words.batches}
        isOn={batch !== null}
        onChange={(isOn) => onPace({ ...pace, batch: isOn ? BATCH : null })}
      />
      {batch !== null && (
        <>
          <Amount
            label={words.max}
            range={[2, 100]}
            value={batch.max}
            onChange={(max) => onPace({ ...pace, batch: { ...batch, max: max ?? BATCH.max } })}
          />
          <Amount
            label={words.wait}
            range={[100, 60_000]}
            value={batch.wait_ms}
            onChange={(wait) => onPace({ ...pace, batch: { ...batch, wait_ms: wait ?? BATCH.wait_ms } })}
          />
        </>
      )}
      <Amount
        label={words.perMinute}
        range={[1, 6_000]}
        value={most}
        onChange={(max_per_minute) => onPace({ ...pace, max_per_minute })}
      />
    </fieldset>
  );
}

interface AmountOf {
  label: string;
  range: readonly [min: number, max: number];
  value: number | null;
  onChange: (value: number | null) => void;
}

function Amount({ label, range: [min, max], value, onChange }: AmountOf) {
  return (
    <TextField
      value={value === null ? "" : String(value)}
      onChange={(text) => onChange(text === "" ? null : Number(text))}
      type="number"
    >
      <Label>{label}</Label>
      <Input min={min} max={max} step={1} />
    </TextField>
  );
}
