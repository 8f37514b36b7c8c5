import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { Failure } from "../parts/failure.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { PATHS } from "../paths.ts";
import { TITLES } from "../words/places.ts";
import { SETTINGS } from "../words/settings.ts";
import { groupsOf } from "./setting-groups.ts";
import { ownSettings } from "./setting.ts";
import { SettingLine } from "./setting-line.tsx";

const EVERY_MS = 30_000;

/** Name, brand and switches of the team. Each switch asks for confirmation. */
export function OwnSettings() {
  const { data, error } = useQuery({ ...ownSettings, refetchInterval: EVERY_MS });
  return (
    <>
      <p>{SETTINGS.says}</p>
      {error !== null && <Failure error={error} />}
      {data === undefined && error === null && <Waiting />}
      {data !== undefined &&
        groupsOf(data.settings).map(({ group, settings }) => (
          <section key={group} className="card" aria-label={SETTINGS.groups[group]}>
            <h2>{SETTINGS.groups[group]}</h2>
            <ul className="lines">
              {settings.map((setting) => (
                <SettingLine key={setting.key} setting={setting} />
              ))}
            </ul>
            {group === "trust" && (
              <p className="aside">
                {SETTINGS.rules} <Link to={PATHS.rules}>{TITLES.rules}</Link>.
              </p>
            )}
          </section>
        ))}
      <p className="aside">{SETTINGS.operator}</p>
    </>
  );
}
