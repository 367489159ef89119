import { GIB, KIB, MIB } from './sizes.js'

/** Storage: the log, batches, backups and bundles. */
export const storageLimits = {
  /** Pages of exported telemetry end at whichever limit is reached first; larger bundles are neither written nor read. */
  bundle: {
    pageItemsMax: 10_000,
    pageBytesMax: 8 * MIB,
    itemsMax: 1_000_000,
    bytesMax: 1 * GIB,
    lineBytesMax: 16 * MIB,
    /** Nesting of a line; an entry is at most as deep as a request (`body.jsonDepthMax`), and a transcript contains entries. */
    jsonDepthMax: 256,
  },
  /** First line of a backup file. If exceeded: it is not a backup. */
  backup: { headerBytesMax: 64 * KIB },
  /** The embedded log. */
  eventLog: {
    /** Bytes on disk for all topics except `dead-letters`. If exceeded: appends fail, and ingest returns 503. */
    diskBytesMax: 10 * GIB,
    /**
     * Bytes of dead letters. If exceeded: the oldest are deleted, so they can never fill the log; the ledger still
     * counts them.
     */
    deadLetterBytesMax: 512 * MIB,
    /** Bytes of appends waiting for the disk. If exceeded: appends fail, and ingest returns 503. */
    pendingBytesMax: 128 * MIB,
    /** One record, value and headers. */
    recordBytesMax: 24 * MIB,
  },
  /** Dead letters per page, and records and bytes read for it. If exceeded: the rest is on the next page. */
  deadLetter: { listDefault: 50, listMax: 500, scanRecordsMax: 5_000, scanBytesMax: 64 * MIB, shownBytesMax: 64 * KIB },
  /** A consumer batch is closed at whichever limit is reached first. */
  consumerBatch: { rowsMax: 20_000, bytesMax: 8 * MIB, waitMs: 250 },
  /**
   * Ids of stored items cached by a consumer to save store queries: two generations of this many, 5.6 bytes each. If
   * exceeded: the older generation is dropped, and items of that age are looked up in the store. Batches with fewer
   * events than `lookedUpEventsMax` look up all of them. When a consumer takes over a partition, it also caches up to
   * `newestMax` of the newest stored ids; if there are more, older items are looked up.
   */
  recentItems: { halfMax: 3_000_000, lookedUpEventsMax: 500, resentMsMax: 25 * 3_600_000, newestMax: 50_000 },
  /**
   * Prometheus series cached by each processor of the consumer, in estimated bytes: about 40,000 series. If exceeded: an
   * organization's series beyond its share are decoded with every scrape, until others were not sent for `unusedMs`.
   */
  seriesMemory: { bytesMax: 128 * MIB, unusedMs: 10 * 60_000 },
  /** Retention in days, after which partitions are dropped. */
  retentionDays: {
    errors: 90,
    spans: 30,
    metrics: 30,
    logs: 30,
    sessions: 90,
    checkIns: 400,
    attachments: 30,
    outcomes: 90,
  },
} as const
