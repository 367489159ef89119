import { KIB, MIB } from './sizes.js'

/** What is taken in: requests, and the frames in them. */
export const intakeLimits = {
  /** Request bodies. Beyond: 413, nothing of the request is kept. Inflated sizes are checked while inflating. */
  body: {
    /** JSON APIs, after inflation. */
    jsonBytesMax: 1 * MIB,
    /** The same where nobody has to be known. */
    publicJsonBytesMax: 128 * KIB,
    /** Metrics and spans requests, after inflation. */
    telemetryBytesMax: 16 * MIB,
    /** OTLP in protobuf after inflation; in JSON as other JSON of telemetry, because reading that takes many times its size. */
    otlpBytesMax: 64 * MIB,
    /** OTLP and remote write as they arrive on the wire. */
    otlpWireBytesMax: 20 * MIB,
    /** Envelopes and legacy store requests as they arrive on the wire. */
    envelopeWireBytesMax: 20 * MIB,
    /** Envelopes after inflation. */
    envelopeBytesMax: 100 * MIB,
    /** JSON nested deeper than this is invalid (400), so that no recursive step can exhaust the stack. */
    jsonDepthMax: 64,
    /** A zstd frame that asks for a larger window is refused as undecodable (400): RFC 8878 lets decoders do so. */
    zstdWindowBytesMax: 8 * MIB,
    /** Bodies held in memory by all ingest requests together, as received and inflated. Beyond: 503 with Retry-After. */
    inFlightBytesMax: 256 * MIB,
    /** The same of one key, and of one address, while it has more than one request. Beyond: 503 with Retry-After. */
    inFlightShareBytesMax: 64 * MIB,
    /** A body of which less arrives in a while is cut off. */
    leastRate: { bytes: 4 * KIB, withinMs: 5_000 },
    /** A body that must say itself whose it is: its first line, inflated, and what may arrive before the line has ended. Beyond: 401. */
    firstLineBytesMax: 64 * KIB,
    /**
     * Bodies of one organization whose reading begins in one turn of the event loop, as announced, and what a smaller one counts as;
     * requests of all senders that are looked at in one turn. Beyond: they begin in the next turns, behind what others have sent by then.
     */
    turn: { bytesMax: 256 * KIB, requestBytesMin: 16 * KIB, requestsMax: 32 },
    /**
     * Requests of one organization that are being made durable at a time while another one sent any within the time. Beyond: they wait
     * for those before them to be answered.
     */
    unanswered: { max: 64, sharedMs: 1_000 },
  },
  /** One envelope. Beyond: 413 for the whole envelope. Unknown item types are exempt. */
  envelope: {
    headerLineBytesMax: 64 * KIB,
    itemsMax: 10_000,
    /** All event-like items together: event, transaction, security, feedback, replay_event, form_data. */
    eventBytesMax: 1 * MIB,
    eventItemsMax: 1,
    attachmentItemsMax: 30,
    attachmentBytesMax: 100 * MIB,
    sessionItemsMax: 100,
    sessionBytesMax: 10 * MIB,
    clientReportItemsMax: 100,
    clientReportBytesMax: 100 * KIB,
    checkInBytesMax: 100 * KIB,
    containerBytesMax: 12 * MIB,
    /** Mean size of the entries of a container. */
    logEntryBytesMax: 2 * MIB,
    traceMetricEntryBytesMax: 1 * MIB,
    standaloneSpanItemsMax: 25,
    standaloneSpanBytesMax: 10 * MIB,
    profileBytesMax: 50 * MIB,
    replayBytesMax: 10 * MIB,
    metricBucketBytesMax: 1 * MIB,
  },
  /** One metrics or spans request. */
  batch: {
    /** Items in one request. Beyond: 400. */
    itemsMax: 10_000,
    /** Items that `rejected` describes; further ones are counted in `rejected_total` only. */
    rejectedListedMax: 1_000,
  },
  /** Reports of one request to the security endpoint. Further ones are dropped and counted. */
  security: { reportsMax: 100 },
  /** How far back and ahead a span or sample may lie; beyond: rejected with its index. */
  time: { aheadMsMax: 3_600_000 },
} as const
