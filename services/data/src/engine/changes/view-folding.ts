import type { Folding } from "@jst/changes";
import { noSettings, settingsOf } from "../views/settings.ts";

const members = Object.keys(noSettings);

/** Each setting of a view is a member of it, as the API has them. */
export const viewFolding: Folding = {
  unfold: ({ settings, ...view }) => ({ ...view, ...settingsOf({ settings }) }),
  fold: (view) => {
    const own = Object.entries(view);
    return {
      ...Object.fromEntries(own.filter(([name]) => !members.includes(name))),
      settings: Object.fromEntries(own.filter(([name]) => members.includes(name))),
    };
  },
};
