import type { ReactNode } from "react";
import type { PageName } from "../paths.ts";
import { useModules } from "../session/modules.ts";
import { useSession } from "../session/session.ts";
import { SHELL, TITLES } from "../words/places.ts";
import { settingName } from "../words/settings.ts";
import { Page } from "./page.tsx";

interface ModuleOnOf {
  page: PageName;
  module: string | undefined;
  children: ReactNode;
}

/** A page while its module is on, else who turns that on. */
export function ModuleOn({ page, module, children }: ModuleOnOf) {
  const modules = useModules();
  const { slug } = useSession().team;
  // As long as it is not known, the page is there.
  if (module === undefined || modules[module] !== false) return children;
  const key = `modules.${module}.enabled`;
  return (
    <Page title={TITLES[page]}>
      <p>{SHELL.moduleOff(settingName(key))}</p>
      <p>
        {SHELL.turnsOn} <code>{`jst config set --team ${slug} ${key} true`}</code>
      </p>
    </Page>
  );
}
