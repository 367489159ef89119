import { KIB, MIB } from './sizes.js'

/** Ingestion: requests and envelopes. */
export const intakeLimits = {
  /** Request bodies. If exceeded: 413, and nothing in the request is stored. Sizes are checked during decompression. */
  body: {
    /** Uncompressed JSON of the API. */
    jsonBytesMax: 1 * MIB,
    /** The same for unauthenticated requests. */
    publicJsonBytesMax: 128 * KIB,
    /** Uncompressed metrics and spans requests. */
    telemetryBytesMax: 16 * MIB,
    /** Uncompressed OTLP protobuf. OTLP JSON has the limit of other telemetry JSON, because parsing needs many times its size. */
    otlpBytesMax: 64 * MIB,
    /** OTLP and remote write as they arrive on the wire. */
    otlpWireBytesMax: 20 * MIB,
    /** Envelopes and legacy store requests as they arrive on the wire. */
    envelopeWireBytesMax: 20 * MIB,
    /** Uncompressed envelopes. */
    envelopeBytesMax: 100 * MIB,
    /** JSON nested deeper than this is invalid (400), so that no recursive step can exhaust the stack. */
    jsonDepthMax: 64,
    /** A zstd frame that requires a larger window is rejected as undecodable (400), as RFC 8878 permits. */
    zstdWindowBytesMax: 8 * MIB,
    /** Memory for the bodies of all ingest requests, compressed and uncompressed. If exceeded: 503 with Retry-After. */
    inFlightBytesMax: 256 * MIB,
    /** The same per key and per address, if it has more than one request. If exceeded: 503 with Retry-After. */
    inFlightShareBytesMax: 64 * MIB,
    /** Minimum transfer rate of a body. Slower bodies are cut off. */
    leastRate: { bytes: 4 * KIB, withinMs: 5_000 },
    /** Bodies that carry their own credentials: uncompressed size of the first line, and bytes received before it ends. If exceeded: 401. */
    firstLineBytesMax: 64 * KIB,
    /**
     * Declared body bytes of one organization that start to be read per event-loop tick, and the minimum a request counts as.
     * If exceeded: they start in later ticks, behind requests of other organizations.
     */
    turn: { bytesMax: 256 * KIB, requestBytesMin: 16 * KIB },
    /**
     * Declared body bytes per second that one organization may send in any case, averaged over `averageMs`, where a request
     * counts as at least `requestBytesMin`. If exceeded: the organization that sends most is slowed while another one sends
     * requests within `sharedMs`, it sends more than an equal share, and timers are `lateMs` late on average.
     */
    allowance: {
      bytesPerSecondMin: 512 * KIB,
      requestBytesMin: 4 * KIB,
      averageMs: 2_000,
      sharedMs: 1_000,
      lateMs: 2,
      /** How often timers are measured, and how often the allowance changes. */
      measureMs: 10,
      adjustMs: 100,
      /** Factor by which the allowance shrinks while timers are late. */
      reducedTo: 0.7,
      /** Bytes per second that it gains each second, for every second since timers were last late. */
      regainedPerSecond: 32 * KIB,
      /** How long a large body makes the next request wait at most. */
      debtMsMax: 1_000,
      /** Waiting requests of an organization that is slowed. If exceeded: 503 with Retry-After. */
      waitingMax: 1_000,
    },
    /**
     * Requests of one organization being made durable at the same time, and their bytes on the wire, while another organization sent
     * requests within `sharedMs`. If exceeded: they wait for earlier ones to complete.
     */
    unanswered: { max: 32, bytesMax: 128 * KIB, sharedMs: 1_000 },
    /**
     * Refusals of one address that are sent at once; after `burst` of them, `perSecond`. If exceeded: they are delayed, by at most
     * `delayMsMax`.
     */
    refusals: { perSecond: 200, burst: 200, delayMsMax: 1_000 },
  },
  /** One envelope. If exceeded: 413 for the entire envelope. Unknown item types are exempt. */
  envelope: {
    headerLineBytesMax: 64 * KIB,
    itemsMax: 10_000,
    /** All event-like items combined: event, transaction, security, feedback, replay_event, form_data. */
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
    /** Items in one request. If exceeded: 400. */
    itemsMax: 10_000,
    /** Items listed in `rejected`; further ones are only counted in `rejected_total`. */
    rejectedListedMax: 1_000,
  },
  /** Reports of one request to the security endpoint. Further ones are dropped and counted. */
  security: { reportsMax: 100 },
  /** How far a span or sample may lie in the past or future. If exceeded: rejected with its index. */
  time: { aheadMsMax: 3_600_000 },
} as const
