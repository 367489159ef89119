import { MIB } from './sizes.js'

/** How requests are served, whatever they ask. */
export const servingLimits = {
  /** Requests per key and minute. Beyond: 429 with Retry-After. */
  rate: {
    windowMs: 60_000,
    queryPerMinute: 100,
    ingestPerMinute: 1_000,
  },
  /**
   * What is counted in Redis. A request waits no longer for a count, and none after a failure for the pause: beyond, it
   * goes on uncounted, and quotas are counted by each ingest for itself.
   */
  sharedRate: { commandMs: 100, pauseMs: 1_000, reconnectMsMax: 2_000 },
  /** What the services of an installation ask each other. */
  internal: {
    /** One request. Steps of sessions bring their whole results. Beyond: refused. */
    bodyBytesMax: 256 * MIB,
    /** How long is waited for what a request needs to go on, and for work that is done beside requests. Beyond: 503. */
    lookupMs: 2_000,
    workMs: 30_000,
    /** Keys looked up in one request, and keys that wait for one. Beyond: 503 with Retry-After. */
    lookupsMax: 500,
    lookupsWaitingMax: 10_000,
    /** Sightings reported in one request; more go into several. */
    sightingsMax: 1_000,
    /** What is remembered of the control plane; see `LookupCachePolicy`. */
    cache: {
      freshMs: 4_000,
      usableMs: 7_000,
      absentMs: 3_000,
      pauseMs: 1_000,
      entriesMax: 20_000,
      /** How long the control plane may be away: for taking telemetry in, and for letting keys and people in. */
      intakeStaleMs: 24 * 3_600_000,
      accessStaleMs: 3_600_000,
    },
  },
  /** Pages of workflows and runs. Out of range: 400 naming the parameter. */
  page: { sizeDefault: 20, sizeMax: 100, numberMax: 100_000 },
  /** Streams of events that callers watch. Beyond: 503 with Retry-After. */
  eventStream: {
    watchersMax: 500,
    watchersPerOrganizationMax: 100,
    /** A comment is sent when nothing else was, and the caller's key is looked at again. */
    heartbeatMs: 15_000,
    /** A caller that reads nothing for so long is cut off. */
    stalledMsMax: 60_000,
  },
} as const
