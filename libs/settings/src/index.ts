/** Settings of teams that an operator sets: declared, stored and audited in one way by every service. */
export { fault, oneOf, type SettingKey, type SettingKeys } from "./keys.ts";
export { resealPart, type ResealedPart, type SealedPlace, type SealedPlaces } from "./reseal.ts";
export { findSettings, opened, ownerOf } from "./stored.ts";
export { refusedSetting, writeSetting, type SettingAsked, type SettingsPlace } from "./write-setting.ts";
