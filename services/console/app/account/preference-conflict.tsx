import { Button } from "react-aria-components";
import type { Preferences } from "../preferences/browser-copy.ts";
import type { Member } from "../preferences/draft.ts";
import { localeNames } from "../preferences/locales.ts";
import { PREFERENCES } from "../words/preferences.ts";

type Shown = Pick<Preferences, Member>;

interface PreferenceConflictOf {
  /** Fields that both windows have changed. */
  members: readonly Member[];
  theirs: Shown;
  mine: Shown;
  onTheirs: () => void;
  onMine: () => void;
}

/** Both values of each field that another window has changed too; the person chooses which are stored. */
export function PreferenceConflict({ members, theirs, mine, onTheirs, onMine }: PreferenceConflictOf) {
  return (
    <div className="failure" role="alert">
      <p>{PREFERENCES.changed}</p>
      <ul>
        {members.map((member) => (
          <li key={member}>
            {LABELS[member]}. {PREFERENCES.there}: {TEXTS[member](theirs)}. {PREFERENCES.here}:{" "}
            {TEXTS[member](mine)}.
          </li>
        ))}
      </ul>
      <div className="actions">
        <Button onPress={onTheirs}>{PREFERENCES.theirs}</Button>
        <Button className="main" onPress={onMine}>
          {PREFERENCES.mine}
        </Button>
      </div>
    </div>
  );
}

const LABELS: Readonly<Record<Member, string>> = {
  name: PREFERENCES.name,
  language: PREFERENCES.locale,
  locale: PREFERENCES.locale,
  theme: PREFERENCES.theme,
  density: PREFERENCES.density,
  single_keys: PREFERENCES.singleKeys,
};

/** Values as the fields show them. */
const TEXTS: Readonly<Record<Member, (of: Shown) => string>> = {
  name: ({ name }) => name ?? PREFERENCES.none,
  language: ({ language }) => language ?? PREFERENCES.byBrowser,
  locale: ({ locale }) =>
    locale === null ? PREFERENCES.byBrowser : (localeNames("en", locale)[locale] ?? locale),
  theme: ({ theme }) => PREFERENCES.themes[theme],
  density: ({ density }) => PREFERENCES.densities[density],
  single_keys: (of) => (of.single_keys ? PREFERENCES.on : PREFERENCES.off),
};
