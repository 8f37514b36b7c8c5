import { mayDo, useSession } from "../session/session.ts";
import { useModules } from "../session/modules.ts";
import { Page } from "../parts/page.tsx";
import { TITLES } from "../words/places.ts";
import { SETTINGS, settingName } from "../words/settings.ts";
import { OwnSettings } from "./own-settings.tsx";

/** The page of settings: enabled modules, and the switches for owners and admins. */
export function Settings() {
  const isTheirs = mayDo(useSession(), "config", "admin");
  return <Page title={TITLES.settings}>{isTheirs ? <OwnSettings /> : <Modules />}</Page>;
}

function Modules() {
  const modules = useModules();
  return (
    <>
      <p>{SETTINGS.others}</p>
      <h2>{SETTINGS.groups.modules}</h2>
      <dl className="facts">
        {Object.entries(modules).map(([name, isOn]) => (
          <div key={name}>
            <dt>{settingName(`modules.${name}.enabled`)}</dt>
            <dd>{isOn ? SETTINGS.on : SETTINGS.off}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
