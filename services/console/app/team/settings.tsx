import { useModules } from "../session/modules.ts";
import { Page } from "../parts/page.tsx";
import { titled } from "../words/words.ts";
import { TITLES } from "../words/places.ts";
import { SETTINGS } from "../words/team.ts";

/** What is on in this team. */
export function Settings() {
  const modules = useModules();
  return (
    <Page title={TITLES.settings}>
      <p>{SETTINGS.switched}</p>
      <h2>{SETTINGS.modules}</h2>
      <dl className="facts">
        {Object.entries(modules).map(([name, isOn]) => (
          <div key={name}>
            <dt>{titled(name)}</dt>
            <dd>{isOn ? SETTINGS.on : SETTINGS.off}</dd>
          </div>
        ))}
      </dl>
    </Page>
  );
}
