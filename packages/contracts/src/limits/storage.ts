import { GIB, KIB, MIB } from './sizes.js'

/** What is kept, and moved: the log, batches, backups, bundles. */
export const storageLimits = {
  /** Pages of exported telemetry end at whichever comes first; a bundle that would be larger is not written, nor read. */
  bundle: {
    pageItemsMax: 10_000,
    pageBytesMax: 8 * MIB,
    itemsMax: 1_000_000,
    bytesMax: 1 * GIB,
    lineBytesMax: 16 * MIB,
  },
  /** The first line of a backup file. Beyond: it is not a backup. */
  backup: { headerBytesMax: 64 * KIB },
  /** The embedded log. */
  eventLog: {
    /** Bytes kept on disk for all topics but `dead-letters`. Beyond: appends fail, ingest answers 503. */
    diskBytesMax: 10 * GIB,
    /**
     * Bytes of dead letters. Beyond: the oldest are deleted, so that they can never fill the log; the ledger keeps
     * counting them.
     */
    deadLetterBytesMax: 512 * MIB,
    /** Bytes of appends waiting for the disk. Beyond: appends fail, ingest answers 503. */
    pendingBytesMax: 128 * MIB,
    /** One record, value and headers. */
    recordBytesMax: 24 * MIB,
  },
  /** Dead letters on a page, and how many records, and bytes of them, are looked at for it. Beyond: the rest is on the next. */
  deadLetter: { listDefault: 50, listMax: 500, scanRecordsMax: 5_000, scanBytesMax: 64 * MIB, shownBytesMax: 64 * KIB },
  /** A consumer batch is closed by whichever comes first. */
  consumerBatch: { rowsMax: 20_000, bytesMax: 8 * MIB, waitMs: 250 },
  /**
   * Ids of stored items that a consumer remembers, so that it has to ask the store for few: so many twice, 4 bytes of
   * 5.6 each. Beyond: the older half is forgotten, and what is as old as that is asked for. Batches with fewer events
   * than `askedMax` ask for all of them.
   */
  recentItems: { halfMax: 3_000_000, askedMax: 500, resentMsMax: 25 * 3_600_000 },
  /** Days until partitions are dropped. */
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
