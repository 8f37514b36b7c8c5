import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { api, type Schemas } from "../api.ts";
import { Act } from "../parts/act.tsx";
import { Failure } from "../parts/failure.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { ifVersion } from "../parts/writing.ts";
import { choiceWords, settingName, SETTINGS, shownSetting, switchWords } from "../words/settings.ts";
import { groupsOf, isDangerous } from "./setting-groups.ts";

type Setting = Schemas["TeamSetting"];

const KEY = ["settings"];
const EVERY_MS = 30_000;

/** Every switch of the team, each asked in words before it is turned. */
export function OwnSettings() {
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: () => answered(api.GET("/api/v1/settings")),
    refetchInterval: EVERY_MS,
  });
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
                <Line key={setting.key} setting={setting} />
              ))}
            </ul>
          </section>
        ))}
      <p className="aside">{SETTINGS.operator}</p>
    </>
  );
}

function Line({ setting }: { setting: Setting }) {
  const { key, value, choices } = setting;
  const others: readonly (boolean | string)[] =
    typeof value === "boolean" ? [!value] : choices.filter((one) => one !== value);
  return (
    <li>
      <span>
        <strong>{settingName(key)}</strong> <span className="aside">{shownSetting(key, value)}</span>
      </span>
      <span className="actions">
        {others.map((next, at) => (
          <Change key={at} setting={setting} next={next} />
        ))}
      </span>
    </li>
  );
}

function Change({ setting: { key, version }, next }: { setting: Setting; next: boolean | string }) {
  return (
    <Act
      words={typeof next === "boolean" ? switchWords(key, !next) : choiceWords(key, next)}
      isDangerous={isDangerous(key, next)}
      send={(header) =>
        answered(
          api.PATCH("/api/v1/settings/{key}", {
            params: { path: { key }, header: { ...header, ...ifVersion(version) } },
            body: { value: next },
          }),
        )
      }
      touches={[KEY, ["config"]]}
    />
  );
}
