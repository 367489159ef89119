import { dayMs, hourMs } from '../time.js'
import { GIB, MIB } from './sizes.js'

/** Telemetry queries. */
export const queryLimits = {
  /** The embedded engine, which runs in its own process. */
  engine: {
    /** Memory of all statements combined. If exceeded: the statement that needs more fails, 503 with Retry-After. */
    memoryBytesMax: 4 * GIB,
  },
  /** Queries. Out of range: 400 naming the parameter. */
  query: {
    /** Items per page of most lists. */
    listLimitDefault: 100,
    listLimitMax: 1_000,
    metricsLimitDefault: 1_000,
    metricsLimitMax: 10_000,
    /** Buckets of a series. If exceeded: 400 naming the minimum interval. */
    appMetricBucketsMax: 500,
    /** Groups of a series. If exceeded: the largest are returned, the others counted. */
    appMetricGroupsMax: 20,
    /** Attributes of a metric's data points, and values of each. If exceeded: the first by name, the most common values; all are counted. */
    dataPointAttributesMax: 200,
    dataPointAttributeValuesMax: 20,
    /** Attribute filters per query. */
    attributeFiltersMax: 10,
    /** JSON size of a list of changes or deployments. If exceeded: the response holds fewer items than `limit`, and `has_more` is true. */
    listBytesMax: 4 * MIB,
    /** Bytes of attributes per response. If exceeded: entries are returned without attributes, and counted. */
    attributeBytesMax: 16 * MIB,
    /** Characters of a log entry in a list. If exceeded: truncated. */
    logBodyLengthMax: 16_384,
    /** Spans of one trace. If exceeded: the earliest are returned, and the response states it. */
    traceSpansMax: 10_000,
    /** Depth of a span tree. If exceeded: flat at the last level. JSON parsers give up at 1 000 nested values. */
    traceDepthMax: 400,
    /** Events of one trace. If exceeded: the earliest are returned, all are counted. */
    traceErrorsMax: 1_000,
    /** Resources of one trace. If exceeded: the rest is omitted. */
    traceResourcesMax: 100,
    /** Newest attachments and feedback shown with an event. */
    eventAttachmentsMax: 200,
    eventFeedbackMax: 100,
    releasesLimitDefault: 100,
    releasesLimitMax: 500,
    monitorsLimitDefault: 50,
    monitorsLimitMax: 200,
    /** Expected runs of one monitor per query. If exceeded: only the newest are evaluated. */
    occurrencesMax: 1_000,
    /** Check-ins of one monitor per query. If exceeded: only the newest are evaluated. */
    checkInsMax: 4_000,
    monitorRunsRecent: 20,
    /** Projects and environments returned per monitor. */
    monitorPlacesMax: 20,
    /** Ledger totals returned, the largest. */
    outcomesMax: 1_000,
    /** Points of a ledger series. If exceeded: 400 suggesting longer intervals. */
    outcomePointsMax: 20_000,
    /** Fingerprints explained per issue. */
    issueFingerprintsMax: 200,
    /** Stored events regrouped by a rule preview; issues listed, and parts of each. */
    dryRunEventsDefault: 5_000,
    dryRunEventsMax: 20_000,
    dryRunListedMax: 100,
    /** Concurrent rule previews, one per organization. If exceeded: 503 with Retry-After. */
    dryRunsMax: 2,
    /** Intervals of service and metric series. If exceeded: 400 naming the minimum interval. */
    seriesIntervalsMax: 1_500,
    /** Points of all series in a response; default intervals are chosen to stay within it. */
    seriesPointsMax: 60_000,
    /** Services and metric series. If exceeded: the least active are omitted and counted. */
    servicesMax: 500,
    seriesMax: 1_000,
    /** Spans examined by queries over all traces. If exceeded: traces are sampled. */
    comparedSpansMax: 300_000,
    /** Data points read for the series of all metrics. If exceeded: the metrics with the most points are omitted. */
    comparedDataPointsMax: 2_000_000,
    operationsLimitDefault: 500,
    operationsLimitMax: 2_000,
    dependenciesMax: 1_000,
    /** Log entries grouped into patterns, separately for warn and above and for the rest. If exceeded: sampled. */
    patternEntriesMax: 150_000,
    /** Most frequent masked texts compared with each other. If exceeded: counted, but not returned. */
    maskedPatternsMax: 5_000,
    patternsLimitDefault: 300,
    patternsLimitMax: 1_000,
    /** Characters of a pattern, and entries whose attributes are compared. */
    patternLengthMax: 1_000,
    /** Characters of a pattern in a request: placeholders are longer than the digits they replace. */
    patternTextLengthMax: 4_000,
    patternSampleMax: 100,
    patternExamplesMax: 5,
    /** Characters of texts, attributes and frames of examples. If exceeded: truncated. */
    exampleLengthMax: 4_000,
    exampleAttributesMax: 30,
    exampleFramesMax: 30,
    errorGroupsLimitDefault: 200,
    errorGroupsLimitMax: 1_000,
    /** Complete traces returned, and spans of each. */
    sampledTracesMax: 60,
    sampledSpansMax: 200,
    saturationMax: 500,
    saturationRatioMin: 0.7,
    /** Characters of a SELECT, and rows of its result. If exceeded: 400, or the first rows with a note that there are more. */
    sqlLengthMax: 8_192,
    sqlRowsMax: 500,
    /** Resources of a SELECT. If exceeded: 400 naming the resource; 503 on timeout. */
    sqlTimeoutMs: 8_000,
    sqlMemoryBytesMax: 1 * GIB,
    sqlRowsReadMax: 50_000_000,
    sqlBytesReadMax: 8 * GIB,
    sqlAnswerBytesMax: 1 * MIB,
    /** CPU cores that a SELECT may use. */
    sqlThreadsMax: 1,
    /** Deeper paging is rejected: narrow the time range instead. */
    offsetMax: 1_000_000,
    textLengthMax: 1_000,
    clusterHoursBackMax: 24,
    clusterTopLimitDefault: 10,
    clusterTopLimitMax: 50,
    /** Longest range between `start` and `end`, in days. */
    rangeDaysMax: 400,
    /** Query timeout. If exceeded: 503. */
    timeoutMs: 20_000,
    /** How long a day must have been over to be settled: the longer one where events keep arriving for days that ended. */
    settledAfterMs: [6 * hourMs, 3 * dayMs],
    /** Sums over settled days that are remembered for issue lists. If exceeded: those used longest ago are read again. */
    rememberedBytesMax: 48 * MIB,
    /** Distinct users of an issue that are remembered over settled days. If exceeded: the issue's days are read each time. */
    rememberedUsersMax: 32_768,
    /** Users of all groups of a search that are remembered, over settled days. If exceeded: the search reads all events each time. */
    rememberedSearchUsersMax: 262_144,
    /** Releases whose first times in settled days are remembered. If exceeded: lists of releases read all days each time. */
    rememberedReleasesMax: 10_000,
    /** Fingerprints whose first release is remembered for lists of releases. If exceeded: these read all days each time. */
    rememberedOriginsMax: 50_000,
    /** What is remembered for lists of releases. If exceeded: what was used longest ago is read again. */
    rememberedReleasesBytesMax: 16 * MIB,
    /** Usage of nodes and pods by hour that is remembered for cluster views. If exceeded: the organization with the most reads its oldest hours again. */
    rememberedUsageBytesMax: 32 * MIB,
    memoryBytesMax: 2 * GIB,
    /** Queued queries of all organizations. If exceeded: 503 with Retry-After. */
    queueMax: 512,
    /** Queued queries of one organization: web and API, alerts and sessions, SQL. If exceeded: 503 with Retry-After. */
    queueLengthMax: { pages: 64, automation: 64, sql: 4 },
  },
} as const
