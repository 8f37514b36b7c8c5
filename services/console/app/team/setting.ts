import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import type { WriteKey } from "../parts/writing.ts";

export type Setting = Schemas["TeamSetting"];

/** By which the settings are known that were read. */
export const SETTINGS_KEY = ["settings"];

/** The settings that the team's own people write. */
export const ownSettings = {
  queryKey: SETTINGS_KEY,
  queryFn: () => answered(api.GET("/api/v1/settings")),
};

/** Query keys that a setting affects: the pages that exist, and the time zone. */
export const TOUCHES = [SETTINGS_KEY, ["config"], ["session"]];

/** Sets one. */
export const set =
  ({ key }: Pick<Setting, "key">) =>
  (body: Schemas["TeamSettingPatch"], header: WriteKey) =>
    answered(api.PATCH("/api/v1/settings/{key}", { params: { path: { key }, header }, body }));
