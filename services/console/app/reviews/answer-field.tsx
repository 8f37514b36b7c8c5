import type { Schemas } from "../api.ts";
import { Select } from "../parts/select.tsx";
import { TextInput } from "../parts/text-input.tsx";
import { ANSWERS, QUESTIONS } from "../words/reviews.ts";

type Item = Schemas["PacketItem"];

interface AnswerFieldOf {
  item: Item;
  is: unknown;
  onChange: (value: unknown) => void;
}

const LINES = 4;

/** Field of one question; null means unanswered. */
export function AnswerField(field: AnswerFieldOf) {
  const { item, is, onChange } = field;
  const label = item.required ? `${item.prompt} (${QUESTIONS.required})` : item.prompt;
  const text = typeof is === "string" ? is : "";
  switch (item.type) {
    case "text":
      return <TextInput label={label} is={text} onText={onChange} />;
    case "long_text":
      return (
        <label>
          {label}
          <textarea rows={LINES} value={text} onChange={({ target }) => onChange(target.value)} />
        </label>
      );
    case "multi_choice":
      return <Some {...field} label={label} />;
    default:
      return <One {...field} label={label} />;
  }
}

/** One of some values: of the question's options, yes and no, or a rating. */
function One({ item, is, onChange, label }: AnswerFieldOf & { label: string }) {
  const values = valuesOf(item);
  const at = values.findIndex(([value]) => value === is);
  const of = { none: ANSWERS.noAnswer, ...Object.fromEntries(values.map(([, word], n) => [`${n}`, word])) };
  return (
    <Select<string>
      label={label}
      of={of}
      is={at === -1 ? "none" : `${at}`}
      onChange={(chosen) => onChange(values[Number(chosen)]?.[0] ?? null)}
    />
  );
}

const RATINGS = [1, 2, 3, 4, 5] as const;

function valuesOf({ type, options = [] }: Item): (readonly [value: unknown, word: string])[] {
  if (type === "boolean")
    return [
      [true, ANSWERS.yes],
      [false, ANSWERS.no],
    ];
  return type === "rating" ? RATINGS.map((n) => [n, `${n}`]) : options.map((option) => [option, option]);
}

function Some({ item: { options = [] }, is, onChange, label }: AnswerFieldOf & { label: string }) {
  const chosen = Array.isArray(is) ? (is as readonly unknown[]) : [];
  return (
    <fieldset className="form">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={({ target }) =>
              onChange(options.filter((one) => (one === option ? target.checked : chosen.includes(one))))
            }
          />
          {option}
        </label>
      ))}
    </fieldset>
  );
}
