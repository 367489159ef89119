import { KIB, MIB } from './sizes.js'

/** Limits of one telemetry item, by kind. */
export const telemetryLimits = {
  /** One metric sample. If exceeded: the sample is rejected with its index. */
  metric: {
    labelLengthMax: 253,
    nameLengthMax: 200,
    namesMax: 64,
  },
  /** One span. If exceeded: a span posted as JSON is rejected with its index; a Sentry span is truncated. */
  span: {
    serviceLengthMax: 200,
    operationLengthMax: 1_000,
    statusLengthMax: 64,
    attributesMax: 256,
    attributeKeyLengthMax: 200,
    attributeValueLengthMax: 8_192,
    durationMsMax: 31 * 24 * 3_600_000,
  },
  /** One error event: truncated, never rejected, as the protocol requires. Lengths in characters. */
  event: {
    /** Maximum age of an event in days, within the retention. If exceeded: its receive time is used. */
    ageDaysMax: 90,
    messageLengthMax: 8_192,
    exceptionTypeLengthMax: 256,
    exceptionValueLengthMax: 8_192,
    exceptionsMax: 50,
    framesMax: 250,
    framesDetailedMax: 50,
    tagKeyLengthMax: 200,
    tagValueLengthMax: 200,
    breadcrumbsMax: 100,
    loggerLengthMax: 64,
    transactionLengthMax: 200,
    serverNameLengthMax: 256,
    releaseLengthMax: 200,
    environmentLengthMax: 64,
    distLengthMax: 64,
    extraBytesMax: 256 * KIB,
    extraValueBytesMax: 16 * KIB,
    contextBytesMax: 8 * KIB,
    payloadBytesMax: 1 * MIB,
  },
  /** One event attachment. Larger files are dropped and counted; longer texts are truncated. Lengths in characters. */
  attachment: { bytesMax: 20 * MIB, nameLengthMax: 255, typeLengthMax: 128 },
  /** One feedback: longer texts are truncated. Lengths in characters. */
  feedback: { messageLengthMax: 4_096, nameLengthMax: 256, urlLengthMax: 2_048, sourceLengthMax: 64 },
  /** Log entries. Longer texts are truncated; excess entries in one container are dropped and counted. */
  log: { bodyLengthMax: 256 * KIB, entriesMax: 50_000 },
  /** Application metrics. As for log entries. */
  appMetric: { nameLengthMax: 200, unitLengthMax: 64, entriesMax: 50_000 },
  /**
   * Sessions that started earlier or later than this are dropped and counted; excess aggregates in one item are
   * ignored.
   */
  session: { ageMsMax: 5 * 24 * 3_600_000, aheadMsMax: 60_000, aggregatesMax: 1_000 },
  /** Client reports of dropped items: longer names are truncated, excess rows are ignored. */
  clientReport: { textLengthMax: 64, rowsMax: 1_000 },
  /** One check-in: longer monitor slugs are truncated. */
  checkIn: { slugLengthMax: 128 },
  /** Floods of one error in a consumer batch: this many events per fingerprint are always stored in full. */
  sampling: { keptMin: 3 },
} as const
