import { useState } from "react";
import { Button } from "react-aria-components";
import type { Schemas } from "../api.ts";
import { Opening } from "../parts/opening.tsx";
import { Select } from "../parts/select.tsx";
import { shownList, shownSize } from "../parts/values.ts";
import { FACTS } from "../words/imports.ts";
import type { Import, Patch } from "./imports.ts";
import { useKind } from "./kind.ts";
import { PhoneCountry } from "./phone-country.tsx";

type Source = Schemas["ImportSource"];

interface SourceFactsOf {
  of: Import;
  isEditable: boolean;
  onChange: (patch: Patch) => void;
}

/** The file in words, what of it is guessed, and a form that says it otherwise. */
export function SourceFacts({ of: { source, counts, options }, isEditable, onChange }: SourceFactsOf) {
  const { guessed, encoding } = source;
  const hasPhones = useKind() === "contacts";
  const guesses = guessed.flatMap((fact) => wordOf(FACTS.guesses, fact) ?? []);
  return (
    <section aria-label={FACTS.title} className="card">
      <p>{factsOf(source, counts.total)}</p>
      {isEditable && guesses.length > 0 && <p className="aside">{FACTS.guessed(shownList(guesses))}</p>}
      {isEditable && encoding !== null && (
        <Opening opens={FACTS.change} title={FACTS.title}>
          {(close) => (
            <Statement
              source={source}
              onState={(stated) => {
                close();
                onChange({ source: stated });
              }}
            />
          )}
        </Opening>
      )}
      {hasPhones && <PhoneCountry is={options.default_country} {...{ isEditable, onChange }} />}
    </section>
  );
}

const wordOf = (words: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;

function factsOf({ kind, name, bytes, format, encoding, delimiter, header }: Source, rows: number): string {
  const facts = [
    format === null || kind === "airtable" ? undefined : (wordOf(FACTS.formats, format) ?? format),
    delimiter === null || format !== "csv"
      ? undefined
      : FACTS.separatedBy(wordOf(FACTS.delimiters, delimiter) ?? delimiter),
    encoding === null ? undefined : (wordOf(FACTS.encodings, encoding) ?? encoding),
    shownSize(bytes),
    FACTS.rows(rows),
    header === false ? FACTS.noHeader : undefined,
  ];
  return `${name}: ${shownList(facts.filter((fact) => fact !== undefined))}`;
}

type Encoding = keyof typeof FACTS.encodings;
type Delimiter = keyof typeof FACTS.delimiters;

/** A form in which a person says how the file is to be read. */
function Statement({
  source,
  onState,
}: {
  source: Source;
  onState: (stated: NonNullable<Patch["source"]>) => void;
}) {
  const [encoding, setEncoding] = useState(source.encoding as Encoding);
  const [delimiter, setDelimiter] = useState(source.delimiter as Delimiter | null);
  const [hasHeader, setHeader] = useState(source.header === false ? "no" : "yes");
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        onState({ encoding, ...(delimiter === null ? {} : { delimiter, header: hasHeader === "yes" }) });
      }}
    >
      <Select label={FACTS.labels.encoding} of={FACTS.encodings} is={encoding} onChange={setEncoding} />
      {delimiter !== null && (
        <>
          <Select
            label={FACTS.labels.delimiter}
            of={FACTS.delimiters}
            is={delimiter}
            onChange={setDelimiter}
          />
          <Select
            label={FACTS.labels.header}
            of={{ yes: FACTS.header, no: FACTS.noHeader }}
            is={hasHeader}
            onChange={(is) => setHeader(is)}
          />
        </>
      )}
      <Button type="submit" className="main">
        {FACTS.does}
      </Button>
    </form>
  );
}
