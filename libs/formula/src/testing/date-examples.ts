import type { Json } from "../index.ts";

/** What the functions of dates yield for the shared row, in Berlin: summer time begins on 29 March at 2:00. */
export const dateExamples: Record<string, Record<string, Json>> = {
  TODAY: { "TODAY()": "2026-03-02", "TODAY() = NOW()": false, 'IS_SAME(TODAY(), NOW(), "day")': true },
  NOW: { "NOW()": "2026-03-01T23:30:00.000Z", "DAY(NOW())": 2, 'DATE_FORMAT(NOW(), "HH:mm")': "00:30" },
  YEAR: { "YEAR({d})": 2026, "YEAR({t})": "#VALUE!", 'YEAR(DATE_PARSE("0001-01-01"))': 1 },
  MONTH: { "MONTH({d})": 1, "MONTH({t})": "#VALUE!", "MONTH({at})": 3 },
  DAY: { "DAY({d})": 31, "DAY({at})": 29, "DAY({t})": "#VALUE!" },
  HOUR: { "HOUR({at})": 0, "HOUR({d})": 0, "HOUR({t})": "#VALUE!" },
  MINUTE: { "MINUTE({at})": 30, "MINUTE({d})": 0, "MINUTE({t})": "#VALUE!" },
  SECOND: { "SECOND({at})": 0, 'SECOND(DATE_PARSE("2026-01-01T00:00:07Z"))': 7, "SECOND({t})": "#VALUE!" },
  WEEKDAY: { "WEEKDAY({d})": 6, "WEEKDAY({at})": 0, "WEEKDAY({t})": "#VALUE!" },
  WEEKNUM: {
    "WEEKNUM({d})": 5,
    'WEEKNUM(DATE_PARSE("2027-01-01"))': 53,
    'WEEKNUM(DATE_PARSE("2024-12-30"))': 1,
  },
  DATE_ADD: {
    'DATE_ADD({d}, 1, "month")': "2026-02-28",
    'DATE_ADD({d}, 25, "Hours")': "2026-02-01",
    'DATE_ADD({at}, 1, "day")': "2026-03-29T22:30:00.000Z",
    'DATE_ADD({at}, 24, "hours")': "2026-03-29T23:30:00.000Z",
    'DATE_ADD({d}, 1e8, "days")': "#NUM!",
    'DATE_ADD({d}, -1e8, "days")': "#NUM!",
    'DATE_ADD({d}, 1, "moon")': "#VALUE!",
  },
  DATE_DIFF: {
    'DATE_DIFF(DATE_PARSE("2026-03-30"), {d}, "months")': 1,
    'DATE_DIFF({d}, DATE_PARSE("2026-03-30"), "month")': -1,
    'DATE_DIFF(DATE_PARSE("2026-03-30"), DATE_PARSE("2026-03-29"), "hours")': 23,
    'DATE_DIFF({at}, {d}, "weeks")': 8,
    'DATE_DIFF({t}, {d}, "days")': "#VALUE!",
  },
  DATE_FORMAT: {
    'DATE_FORMAT({at}, "DD.MM.YYYY HH:mm:ss")': "29.03.2026 00:30:00",
    'DATE_FORMAT({d}, "")': "",
    'DATE_FORMAT({t}, "YYYY")': "#VALUE!",
  },
  DATE_PARSE: {
    'DATE_PARSE("2026-02-30")': "#VALUE!",
    'DATE_PARSE("2026-02-03")': "2026-02-03",
    'DATE_PARSE("2026-07-03T10:00")': "2026-07-03T08:00:00.000Z",
    'DATE_PARSE("31.12.2025 08:30", "DD.MM.YYYY HH:mm")': "2025-12-31T07:30:00.000Z",
    'DATE_PARSE("1.2.2025", "DD.MM.YYYY")': "#VALUE!",
  },
  IS_BEFORE: { "IS_BEFORE({d}, {at})": true, "IS_BEFORE({d}, {d})": false, "IS_BEFORE({d}, {t})": "#VALUE!" },
  IS_AFTER: { "IS_AFTER({at}, {d})": true, "IS_AFTER({d}, {d})": false, "IS_AFTER({d}, {t})": "#VALUE!" },
  IS_SAME: {
    "IS_SAME({d}, {d})": true,
    'IS_SAME({at}, DATE_PARSE("2026-03-29"), "day")': true,
    'IS_SAME({at}, {d}, "years")': true,
    'IS_SAME(DATE_PARSE("2026-03-29"), DATE_PARSE("2026-03-30"), "week")': false,
  },
  WORKDAY: {
    "WORKDAY({d}, 1)": "2026-02-02",
    "WORKDAY({d}, -1)": "2026-01-30",
    "WORKDAY({d}, 1e9)": "#NUM!",
  },
  WORKDAY_DIFF: {
    'WORKDAY_DIFF(DATE_PARSE("2026-01-09"), DATE_PARSE("2026-01-05"))': 5,
    'WORKDAY_DIFF(DATE_PARSE("2026-01-05"), DATE_PARSE("2026-01-09"))': -5,
    "WORKDAY_DIFF({d}, {d})": 0,
  },
};
