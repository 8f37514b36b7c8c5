import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { PATHS } from "../paths.ts";
import { ownSettings } from "../team/setting.ts";
import { KEYS } from "../words/developers.ts";
import { TITLES } from "../words/places.ts";
import type { Reach, Writes } from "./tokens.ts";

const WRITES = Object.keys(KEYS.writes) as Writes[];

interface WritesChoiceOf {
  is: Writes;
  reach: Reach;
  onChoose: (writes: Writes) => void;
}

/** Chooses whether writes with a key run at once or wait for approval, and states the consequences. */
export function WritesChoice({ is, reach, onChoose }: WritesChoiceOf) {
  const mayWrite = reach !== "read";
  return (
    <fieldset disabled={!mayWrite}>
      <legend>{KEYS.writing}</legend>
      {WRITES.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name="writes"
            value={value}
            checked={is === value}
            onChange={() => onChoose(value)}
          />
          {KEYS.writes[value]}
        </label>
      ))}
      {!mayWrite && <p className="aside">{KEYS.changesNothing}</p>}
      {mayWrite && is === "at_once" && <p className="aside">{KEYS.isDirect}</p>}
      {mayWrite && is === "wait" && <Waiting reach={reach} />}
    </fieldset>
  );
}

function Waiting({ reach }: Pick<WritesChoiceOf, "reach">) {
  const { data } = useQuery(ownSettings);
  const runsOverRest = data?.settings.some(({ key, value }) => key === "trust.rest" && value === "execute");
  return (
    <>
      <p className="aside">
        {KEYS.waits} {reach === "full" && KEYS.approvesNothing}
      </p>
      {runsOverRest === true && <p className="aside">{KEYS.runsOverRest}</p>}
      <p className="aside">
        {KEYS.isShort} <Link to={PATHS.connect}>{TITLES.connect}</Link>.
      </p>
    </>
  );
}
