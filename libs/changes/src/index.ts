/** Undo records. The table and its trigger are made by `platform.install_changes` (libs/db/sql). */
export { changesetUuid, changesOf, type Change, type Operation } from "./changes.ts";
