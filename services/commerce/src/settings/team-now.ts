const TEAM = "nullif(current_setting('app.team_id', true), '')::uuid";

/**
 * SQL of the team's now, by which everything is decided that time decides: what its test clock says while it has one,
 * else the time of the database (commerce.clock). Without `team` it is the team of the transaction; who sees more than
 * one names the column. What has happened is noted by clock_timestamp() all the same.
 */
export const teamNow = (team = TEAM): string => `(select commerce.now_of(${team}))`;

/** SQL of the date that it is for the team in a zone. */
export const todayIn = (zone: string, team = TEAM): string => `(${teamNow(team)} at time zone ${zone})::date`;

/** SQL of a setting of the team of the transaction; `fallback` is SQL too. Both are words of the code. */
export const settingOf = (key: string, fallback = "null"): string =>
  `(select commerce.setting_of(${TEAM}, '${key}', ${fallback}))`;

/** SQL of whether the team of the transaction tests. */
export const IS_TEST = `(${settingOf("commerce.test", "'false'")} = 'true')`;
