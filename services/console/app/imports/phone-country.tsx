import { useMemo, useState } from "react";
import { Button } from "react-aria-components";
import { Opening } from "../parts/opening.tsx";
import { Select } from "../parts/select.tsx";
import { FACTS } from "../words/imports.ts";
import type { Patch } from "./imports.ts";

interface PhoneCountryOf {
  /** Code of the country; null for none. */
  is: string | null;
  isEditable: boolean;
  onChange: (patch: Patch) => void;
}

const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
/** Codes of groups of countries, and of unknown ones. */
const GROUPS: ReadonlySet<string> = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);
const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at));

/** Names of all countries by their codes, in the order of the names. */
function countriesByName(): [code: string, name: string][] {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const named = codes.flatMap((code): [string, string][] => {
    // A former country has the name of its successor.
    const isCurrent = new Intl.Locale(`und-${code}`).region === code;
    const name = isCurrent && !GROUPS.has(code) ? names.of(code) : undefined;
    return name === undefined ? [] : [[code, name]];
  });
  return named.toSorted(([, one], [, other]) => one.localeCompare(other, "en"));
}

/** The country of telephone numbers without its code, and a form that says another one (values.phones). */
export function PhoneCountry({ is, isEditable, onChange }: PhoneCountryOf) {
  return (
    <>
      <p>{FACTS.country(is === null ? undefined : (names.of(is) ?? is))}</p>
      {isEditable && (
        <Opening opens={FACTS.changeCountry} title={FACTS.changeCountry}>
          {(close) => (
            <CountryForm
              is={is ?? ""}
              onState={(country) => {
                close();
                onChange({ options: { default_country: country === "" ? null : country } });
              }}
            />
          )}
        </Opening>
      )}
    </>
  );
}

function CountryForm({ is, onState }: { is: string; onState: (country: string) => void }) {
  const [country, setCountry] = useState(is);
  const countries = useMemo(countriesByName, []);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        onState(country);
      }}
    >
      <Select
        label={FACTS.labels.country}
        of={{ "": FACTS.noCountry, ...Object.fromEntries(countries) }}
        is={country}
        onChange={setCountry}
      />
      <Button type="submit" className="main">
        {FACTS.does}
      </Button>
    </form>
  );
}
