import type { Schemas } from "../api.ts";
import { shownAs } from "../parts/reading.ts";
import { MAPPING } from "../words/import-mapping.ts";
import type { ImportColumn } from "./mapping.ts";
import { datesOf, numbersOf } from "./meanings.ts";

type ColumnPatch = Schemas["ImportColumnPatch"];

interface QuestionOf {
  column: ImportColumn;
  onChange: (patch: ColumnPatch) => void;
}

/** Asks how the values of a column are read, with a value of the file as the example. */
export function Question({ column, onChange }: QuestionOf) {
  const isDate = column.question === "date_order";
  return isDate ? <DateOrder {...{ column, onChange }} /> : <Decimal {...{ column, onChange }} />;
}

function DateOrder({ column: { index, header, samples }, onChange }: QuestionOf) {
  const example = datesOf(samples);
  const means = (at: 0 | 1) =>
    example && MAPPING.means(example.text, shownAs(example.meanings[at], { kind: "date" }));
  return (
    <Ways
      {...{ header, asks: MAPPING.date_order, name: `order ${index}` }}
      ways={[
        { value: "dmy", text: MAPPING.orders.dmy, means: means(0) },
        { value: "mdy", text: MAPPING.orders.mdy, means: means(1) },
      ]}
      onChoose={(date_order) => onChange({ index, date_order })}
    />
  );
}

function Decimal({ column: { index, header, samples }, onChange }: QuestionOf) {
  const example = numbersOf(samples);
  const means = (at: 0 | 1) => example && MAPPING.means(example.text, String(example.meanings[at]));
  return (
    <Ways
      {...{ header, asks: MAPPING.decimal, name: `decimal ${index}` }}
      ways={[
        { value: ".", text: MAPPING.decimals["."], means: means(0) },
        { value: ",", text: MAPPING.decimals[","], means: means(1) },
      ]}
      onChoose={(decimal) => onChange({ index, decimal })}
    />
  );
}

interface WaysOf<V extends string> {
  header: string;
  asks: string;
  name: string;
  ways: readonly { value: V; text: string; means: string | undefined }[];
  onChoose: (value: V) => void;
}

function Ways<V extends string>({ header, asks, name, ways, onChoose }: WaysOf<V>) {
  return (
    <fieldset className="question" aria-label={`${header}: ${asks}`}>
      <legend>{asks}</legend>
      {ways.map(({ value, text, means }) => (
        <label key={value}>
          <input type="radio" name={name} value={value} checked={false} onChange={() => onChoose(value)} />
          {means === undefined ? text : `${text}: ${means}`}
        </label>
      ))}
    </fieldset>
  );
}
