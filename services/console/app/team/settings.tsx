import { useModules } from "../session/modules.ts";
import { Page } from "../parts/page.tsx";
import { titled } from "../words/words.ts";

/** What is on in this team. */
export function Settings() {
  const modules = useModules();
  return (
    <Page title="Settings">
      <p>Whoever runs the platform switches modules with jst config set.</p>
      <h2>Modules</h2>
      <dl className="facts">
        {Object.entries(modules).map(([name, isOn]) => (
          <div key={name}>
            <dt>{titled(name)}</dt>
            <dd>{isOn ? "on" : "off"}</dd>
          </div>
        ))}
      </dl>
    </Page>
  );
}
