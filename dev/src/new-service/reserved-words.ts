/**
 * Words that PostgreSQL keeps for itself and that look like a name of a service. A schema and a role are named after
 * the service, in SQL without quotes.
 */
export const reservedWords: ReadonlySet<string> = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation
  column concurrently constraint create cross default deferrable desc distinct do else end except false fetch for
  foreign freeze from full grant group having ilike in initially inner intersect into is isnull join lateral leading
  left like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing
  primary references returning right select similar some symmetric table tablesample then to trailing true union
  unique user using variadic verbose when where window with
  between bigint bit boolean char character coalesce dec decimal exists extract float greatest grouping inout int
  integer interval json least national nchar none normalize nullif numeric out overlay position precision real row
  setof smallint substring time timestamp treat trim values varchar xmlattributes xmlconcat xmlelement xmlexists
  xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`.split(/\s+/),
);
