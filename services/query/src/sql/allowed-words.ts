const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * Functions that only compute from their arguments: no files, addresses, other tables, dictionaries, settings, server
 * names, clock, randomness or waiting. In lower case; anything missing is refused.
 */
export const allowedFunctions = words(`
  count countif sum sumif avg avgif min minif max maxif any anyif anylast argmin argminif argmax argmaxif
  uniq uniqif uniqexact uniqexactif quantile quantileif quantileexact quantileexactif quantiles quantilesif median
  medianif stddevpop stddevsamp varpop varsamp corr covarpop covarsamp skewpop kurtpop entropy topk topkif
  grouparray grouparrayif groupuniqarray groupuniqarrayif simplelinearregression deltasum
  abs sign floor ceil ceiling round trunc truncate sqrt cbrt exp exp2 exp10 ln log log2 log10 pow power
  greatest least intdiv intdivorzero modulo plus minus multiply divide negate isnan isfinite isinfinite ifnotfinite
  if multiif coalesce ifnull nullif isnull isnotnull assumenotnull and or not xor equals notequals less lessorequals
  greater greaterorequals in notin between casewithexpression casewithoutexpression lambda countdistinct
  todate todatetime todatetime64 tostartofsecond tostartofminute tostartoffiveminutes tostartoftenminutes
  tostartoffifteenminutes tostartofhour tostartofday tostartofweek tostartofmonth tostartofinterval tounixtimestamp
  tounixtimestamp64milli tounixtimestamp64micro fromunixtimestamp fromunixtimestamp64milli todayofweek tohour tominute
  tosecond datediff date_diff dateadd date_add datesub date_sub addseconds addminutes addhours adddays
  subtractseconds subtractminutes subtracthours subtractdays parsedatetimebesteffort
  parsedatetimebesteffortornull parsedatetime64besteffort formatdatetime
  tostring toint8 toint16 toint32 toint64 touint8 touint16 touint32 touint64 tofloat32 tofloat64 tofloat64ornull
  tofloat64orzero toint64ornull toint64orzero touint64ornull touint64orzero cast _cast tonullable
  length lengthutf8 empty notempty lower upper lowerutf8 upperutf8 trim trimleft trimright ltrim rtrim substring
  substr substringutf8 left right concat startswith endswith position positioncaseinsensitive
  positioncaseinsensitiveutf8 locate like notlike ilike notilike match extract extractall replaceone
  replaceall replaceregexpone replaceregexpall splitbychar splitbystring splitbyregexp countsubstrings
  multisearchany multisearchfirstindex tokens reverse jsonextractstring jsonextractint jsonextractfloat
  jsonextractbool jsonhas jsonextractkeys jsonextractraw jsonextract isvalidjson
  array arrayelement arraycount arraysum arrayavg arraymin arraymax arrayexists arrayall arrayfirst arraymap arrayfilter
  arraysort arrayreversesort arraydistinct arrayjoin arrayslice arrayzip arraydifference arraycumsum arrayconcat
  arrayenumerate has hasall hasany indexof arraystringconcat tuple tupleelement
  map mapkeys mapvalues mapcontains mapcontainskey
  cityhash64 siphash64 hex
  row_number rank dense_rank lag lead laginframe leadinframe first_value last_value ntile exponentialmovingaverage
  histogram bar
  tointervalsecond tointervalminute tointervalhour tointervalday tointervalweek tointervalmonth
`)

/** Keywords that may precede a parenthesis or occur anywhere else. In lower case. */
export const allowedKeywords = words(`
  select distinct from where group by having order asc desc nulls first last limit offset as and or not in like ilike
  between is null case when then else end on using join inner left right full outer cross any all asof semi anti
  union over partition rows range unbounded preceding following current row interval window ties
`)

/**
 * Words that telemetry queries don't need: other statements, settings, formats, alternative ways to name tables or
 * functions, and anything that the syntax tree doesn't show completely. In lower case.
 */
export const refusedWords = words(`
  with settings format into outfile infile values insert update delete alter create drop truncate rename attach detach
  system optimize grant revoke kill set use show describe desc_table explain exchange backup restore exists check
  final sample prewhere apply columns replace except intersect global recursive materialized qualify interpolate fill
  totals rollup cube grouping sets parallel watch dictionary view
  default information_schema signalbox
`)
