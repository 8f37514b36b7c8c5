/** Filters, sorts and keyset pages: what every list of the platform shares (conventions.list-parameters). */
export { type FilterContext } from "./condition.ts";
export { CursorCodec, type CursorKeys, type CursorScope, listLocale, readCursorKeys } from "./cursor.ts";
export {
  type Field,
  type FieldIndex,
  type FieldKind,
  type Fields,
  fieldsOf,
  hasOrder,
  type OrderSql,
  type RankedOrder,
  SORT_TEXT_CHARS,
  sortText,
  sortTexts,
  sqlTypeOf,
} from "./field.ts";
export { compileFilter, compileFilterNode, FILTER_BYTES_MAX, parseFilter } from "./filter.ts";
export { FILTER_CONDITIONS_MAX, FILTER_DEPTH_MAX } from "./filter-tree.ts";
export { type Matcher, matcherOf, matches, type ValueOf } from "./match.ts";
export { conditionsIn, conjuncts, fieldsIn } from "./filter-parts.ts";
export {
  type Instant,
  instantMs,
  isDate,
  isInstant,
  readInstant,
  shownInstant,
  uncheckedMs,
} from "./instant.ts";
export { afterRow, type KeyValues, orderBy } from "./keyset.ts";
export { LIMIT_DEFAULT, LIMIT_MAX, parseLimit } from "./limit.ts";
export { type ListQuery, type ListRow, listStatement, PAGE_BYTES_MAX, type PageSize } from "./list.ts";
export { type ListPage, pageJson, type PagePieces, readPage, type ShownItems, shownPage } from "./page.ts";
export { containsAny, escapeLike, Params } from "./params.ts";
export {
  type ListCall,
  type ListParameters,
  type ListWalk,
  type ResourceList,
  resourcePage,
} from "./resource-page.ts";
export { ENTITY_TAG, NAMES_PATTERN, SORT_KEYS_MAX } from "./patterns.ts";
export { orderOfField, parseSort, type Sort, type SortKey } from "./sort.ts";
export { sharedTextOf } from "./shared-texts.ts";
export { isTimeZone, zoneOf } from "./time-zone.ts";
