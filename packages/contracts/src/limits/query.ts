import { GIB, MIB } from './sizes.js'

/** What is asked of telemetry. */
export const queryLimits = {
  /** The embedded engine, in a process of its own. */
  engine: {
    /** Memory of all statements together. Beyond: the statement that asks for more fails, 503 with Retry-After. */
    memoryBytesMax: 4 * GIB,
  },
  /** Queries. Out of range: 400 naming the parameter. */
  query: {
    errorsLimitDefault: 100,
    errorsLimitMax: 1_000,
    metricsLimitDefault: 1_000,
    metricsLimitMax: 10_000,
    tracesLimitDefault: 100,
    tracesLimitMax: 1_000,
    logsLimitDefault: 100,
    logsLimitMax: 1_000,
    feedbackLimitDefault: 100,
    feedbackLimitMax: 1_000,
    /** Names of application metrics, and measurements of one, on a page. */
    appMetricsLimitDefault: 100,
    appMetricsLimitMax: 1_000,
    /** Buckets of a series. Beyond: 400 naming the least interval. */
    appMetricBucketsMax: 500,
    /** Groups of a series. Beyond: the largest are kept, the others counted. */
    appMetricGroupsMax: 20,
    /** Conditions on attributes in one query. */
    attributeFiltersMax: 10,
    /** Bytes of attributes in one answer. Beyond: entries are answered without theirs, and counted. */
    attributeBytesMax: 16 * MIB,
    /** Characters of a log entry in a list. Beyond: cut. */
    logBodyLengthMax: 16_384,
    /** Spans of one trace. Beyond: the earliest are kept, and the answer says that it is cut. */
    traceSpansMax: 10_000,
    /** Levels of a tree of spans. Beyond: flat at the last level. Readers of JSON give up at 1 000 nested values. */
    traceDepthMax: 400,
    /** Events of one trace. Beyond: the earliest are kept, all are counted. */
    traceErrorsMax: 1_000,
    /** Attachments and feedback that an event is shown with, the newest. */
    eventAttachmentsMax: 200,
    eventFeedbackMax: 100,
    releasesLimitDefault: 100,
    releasesLimitMax: 500,
    monitorsLimitDefault: 50,
    monitorsLimitMax: 200,
    /** Expected runs of one monitor in one query. Beyond: the newest are judged. */
    occurrencesMax: 1_000,
    /** Check-ins of one monitor in one query. Beyond: the newest are judged. */
    checkInsMax: 4_000,
    monitorRunsRecent: 20,
    /** Projects and environments that a monitor is answered for. */
    monitorPlacesMax: 20,
    /** Sums of the ledger, the largest. */
    outcomesMax: 1_000,
    /** Points of a series of the ledger. Beyond: 400 asking for longer intervals. */
    outcomePointsMax: 20_000,
    /** Fingerprints of one issue that are explained. */
    issueFingerprintsMax: 200,
    /** Stored events that a dry run of rules groups again; issues that it lists, and parts of each. */
    dryRunEventsDefault: 5_000,
    dryRunEventsMax: 20_000,
    dryRunListedMax: 100,
    /** Dry runs at the same time. Beyond: 503 with Retry-After. */
    dryRunsMax: 2,
    /** Intervals of the series of services and metrics. Beyond: 400 naming the least interval. */
    seriesIntervalsMax: 1_500,
    /** Points of all series of an answer: by default intervals are as long as it takes to keep to it. */
    seriesPointsMax: 60_000,
    /** Services and series of metrics. Beyond: those that sent, or moved, least are left out and counted. */
    servicesMax: 500,
    seriesMax: 1_000,
    /** Spans that questions about all traces look at. Beyond: one in so many traces is taken. */
    comparedSpansMax: 300_000,
    operationsLimitDefault: 500,
    operationsLimitMax: 2_000,
    dependenciesMax: 1_000,
    /** Log entries that are sorted into patterns, of warn and above and of the others each. Beyond: one in so many. */
    patternEntriesMax: 150_000,
    /** Masked texts of them that are compared with each other, the most frequent ones. Beyond: counted, not answered. */
    maskedPatternsMax: 5_000,
    patternsLimitDefault: 300,
    patternsLimitMax: 1_000,
    /** Characters of a pattern, and entries of it whose attributes are compared. */
    patternLengthMax: 1_000,
    /** Characters of a pattern as it is asked for: what stands for a digit is longer than it. */
    patternTextLengthMax: 4_000,
    patternSampleMax: 100,
    patternExamplesMax: 5,
    /** Of examples: characters of a text, attributes, frames. Beyond: cut. */
    exampleLengthMax: 4_000,
    exampleAttributesMax: 30,
    exampleFramesMax: 30,
    errorGroupsLimitDefault: 200,
    errorGroupsLimitMax: 1_000,
    /** Traces that are answered whole, and spans of each. */
    sampledTracesMax: 60,
    sampledSpansMax: 200,
    saturationMax: 500,
    saturationRatioMin: 0.7,
    /** Characters of a SELECT, and rows of its answer. Beyond: 400, and the first rows with a word that there are more. */
    sqlLengthMax: 8_192,
    sqlRowsMax: 500,
    /** What a SELECT may take. Beyond: 400 saying what; after the time 503. */
    sqlTimeoutMs: 8_000,
    sqlMemoryBytesMax: 1 * GIB,
    sqlRowsReadMax: 50_000_000,
    sqlBytesReadMax: 8 * GIB,
    sqlAnswerBytesMax: 1 * MIB,
    /** Processors that a SELECT may keep busy. */
    sqlThreadsMax: 1,
    /** Paging further than this is refused: narrow the time range instead. */
    offsetMax: 1_000_000,
    textLengthMax: 1_000,
    clusterHoursBackMax: 24,
    clusterTopLimitDefault: 10,
    clusterTopLimitMax: 50,
    /** Longest range between `start` and `end`, in days. */
    rangeDaysMax: 400,
    /** A query is cut off after this time: 503. */
    timeoutMs: 20_000,
    memoryBytesMax: 2 * GIB,
    /** Queries waiting for the store, of all organizations. Beyond: 503 with Retry-After. */
    queueMax: 512,
    /** Queries of one organization waiting: of pages and the API, of alerts and sessions, of free SQL. Beyond: 503 with Retry-After. */
    lineMax: { pages: 64, automation: 64, sql: 4 },
  },
} as const
