// Forms of what callers write in parameters and headers: the readers and the description have them from here
// (clients.schemas). It imports nothing, as the generator reads it. No pattern has two ways to read one text.

/** Fields in one sort; the appended id does not count. */
export const SORT_KEYS_MAX = 5;
/** One key of a sort: a name and a direction. */
export const SORT_KEY = "([^,:]+):(asc|desc)";
export const SORT_PATTERN = `^${SORT_KEY}(,${SORT_KEY}){0,${SORT_KEYS_MAX - 1}}$`;

export const CURSOR_CHARS_MAX = 16_384;
const CURSOR = `[A-Za-z0-9_-]{1,${CURSOR_CHARS_MAX}}`;
export const CURSOR_PATTERN = `^${CURSOR}$`;

/** A filter is a JSON object. */
export const FILTER_PATTERN = String.raw`^[ \t\n\r]*\{[\s\S]*\}[ \t\n\r]*$`;

const NAME = "[a-z][a-z0-9_]*";
/** Names, comma separated; blanks around one do not count. */
export const NAMES_PATTERN = `^ *${NAME} *(?:, *${NAME} *)*$`;

/** An entity tag of RFC 9110, weak or strong. */
export const ENTITY_TAG = String.raw`(?:W/)?"[!#-~\x80-\xff]*"`;
/** The value of If-Match: `*`, or tags with commas between them, where an element may be empty. */
export const IF_MATCH_PATTERN = String.raw`^[ \t]*(?:\*[ \t]*|(?:,[ \t]*)*${ENTITY_TAG}[ \t]*(?:,[ \t]*(?:${ENTITY_TAG}[ \t]*)?)*)$`;

const DATE = String.raw`(\d{4}-\d{2}-\d{2})`;
const CLOCK = String.raw`((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d+))?`;
const INSTANT = String.raw`${DATE}[Tt]${CLOCK}(?:[Zz]|([+\- ])([01]\d|2[0-3]):([0-5]\d))`;
export const INSTANT_PATTERN = `^${INSTANT}$`;
/** A time, or a day. */
export const INSTANT_OR_DATE_PATTERN = `^(?:${INSTANT}|${DATE})$`;
/** The place of a list to go on from, or a time. */
export const CURSOR_OR_INSTANT_PATTERN = `^(?:${CURSOR}|${INSTANT})$`;
