/** Settings of teams that an operator sets: declared, stored and audited in one way by every service. */
export { fault, oneOf, type SettingKey, type SettingKeys } from "./keys.ts";
export { findSettings, opened, ownerOf } from "./stored.ts";
export { refusedSetting, writeSetting, type SettingAsked, type SettingsPlace } from "./write-setting.ts";
