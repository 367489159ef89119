import { KIB, MIB } from './sizes.js'

/** One item of telemetry, of each kind. */
export const telemetryLimits = {
  /** One metric sample. Beyond: the sample is rejected with its index. */
  metric: {
    labelLengthMax: 253,
    nameLengthMax: 200,
    namesMax: 64,
  },
  /** One span. Beyond: a span posted as JSON is rejected with its index; a Sentry span is trimmed. */
  span: {
    serviceLengthMax: 200,
    operationLengthMax: 1_000,
    statusLengthMax: 64,
    attributesMax: 256,
    attributeKeyLengthMax: 200,
    attributeValueLengthMax: 8_192,
    durationMsMax: 31 * 24 * 3_600_000,
  },
  /** One error event: trimmed, never refused, as the protocol demands. Lengths in characters. */
  event: {
    /** Days that an event may be old, where it is kept as long. Beyond: it is taken to have happened when it came. */
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
  /** One file that came with an event. A larger one is dropped and counted; longer texts are cut. Lengths in characters. */
  attachment: { bytesMax: 20 * MIB, nameLengthMax: 255, typeLengthMax: 128 },
  /** One feedback: texts are cut. Lengths in characters. */
  feedback: { messageLengthMax: 4_096, nameLengthMax: 256, urlLengthMax: 2_048, sourceLengthMax: 64 },
  /** Log entries. Longer texts are cut; entries beyond the most in one container are dropped and counted. */
  log: { bodyLengthMax: 256 * KIB, entriesMax: 50_000 },
  /** Measurements of applications. As with log entries. */
  appMetric: { nameLengthMax: 200, unitLengthMax: 64, entriesMax: 50_000 },
  /**
   * Sessions that started longer ago or further ahead are dropped and counted; summed sessions beyond the most in one
   * item are left out.
   */
  session: { ageMsMax: 5 * 24 * 3_600_000, aheadMsMax: 60_000, aggregatesMax: 1_000 },
  /** What an SDK reports to have dropped: longer names are cut, rows beyond the most in one report are left out. */
  clientReport: { textLengthMax: 64, rowsMax: 1_000 },
  /** One check-in: a longer name of its monitor is cut. */
  checkIn: { slugLengthMax: 128 },
  /** Floods of one error in a consumer batch: so many events of a fingerprint are always kept in full. */
  sampling: { keptMin: 3 },
} as const
