import { MIB } from './sizes.js'

/** Request handling, independent of the route. */
export const servingLimits = {
  /** Requests per key and minute. If exceeded: 429 with Retry-After. */
  rate: {
    windowMs: 60_000,
    queryPerMinute: 100,
    ingestPerMinute: 1_000,
  },
  /** How requests start, before anything about their sender is verified. */
  arrivals: {
    /** Requests per event-loop tick, and the time in which they start. If exceeded: they start in later ticks, senders in turn. */
    perTurnMax: 32,
    turnMsMax: 4,
    /**
     * Requests of one organization that are read per event-loop tick while others send, that is, while another has sent within
     * `sharedMs`. If exceeded: its idle connections are read in later ticks.
     */
    readsPerTurnMax: 2,
    sharedMs: 1_000,
    /** Requests on one connection that wait for the previous response. If exceeded: the connection is closed. */
    pipelinedMax: 16,
  },
  /** Connections to the public port, except those of trusted proxies. */
  connections: {
    /** Open connections per address. If exceeded: new ones are closed. */
    perAddressMax: 2_000,
    /** How long an address that pipelined too much gets no new connection, and how many such addresses are remembered. */
    refusedMs: 5_000,
    refusedMax: 10_000,
  },
  /**
   * Shared counters in Redis: the timeout of one count, and the pause after a failure. Requests that time out or arrive
   * during the pause are not counted, and each ingest process counts quotas separately.
   */
  sharedRate: { commandMs: 100, pauseMs: 1_000, reconnectMsMax: 2_000 },
  /** Requests between the services of an installation. */
  internal: {
    /** Size of one request. Session steps include their full results. If exceeded: rejected. */
    bodyBytesMax: 256 * MIB,
    /** Timeout of calls that a request depends on, and of background work. If exceeded: 503. */
    lookupMs: 2_000,
    workMs: 30_000,
    /** Keys looked up per request, and keys queued. If exceeded: 503 with Retry-After. */
    lookupsMax: 500,
    lookupsWaitingMax: 10_000,
    /** Sightings reported per request; more are split into several. */
    sightingsMax: 1_000,
    /** Cached control plane lookups; see `LookupCachePolicy`. */
    cache: {
      freshMs: 4_000,
      usableMs: 7_000,
      absentMs: 3_000,
      pauseMs: 1_000,
      entriesMax: 20_000,
      /** How long cached lookups are used while the control plane is down: for ingestion, and for authentication. */
      intakeStaleMs: 24 * 3_600_000,
      accessStaleMs: 3_600_000,
    },
  },
  /** Pages of workflows and runs. Out of range: 400 naming the parameter. */
  page: { sizeDefault: 20, sizeMax: 100, numberMax: 100_000 },
  /** Event streams. If exceeded: 429 for those of an organization or caller, 503 for all together, with Retry-After. */
  eventStream: {
    watchersMax: 500,
    watchersPerOrganizationMax: 100,
    /** Of a member, or of an API key. */
    watchersPerCallerMax: 25,
    /** Interval of keep-alive comments, at which the caller's key is checked again. */
    heartbeatMs: 15_000,
    /** Clients that read nothing for this long are disconnected. */
    stalledMsMax: 60_000,
  },
} as const
