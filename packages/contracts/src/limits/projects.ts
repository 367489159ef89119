import { GIB, KIB, MIB } from './sizes.js'

/** Projects, changes and deployments. */
export const projectsLimits = {
  /** Changes. A longer diff is truncated and marked; any other excess rejects the change with its index. */
  change: {
    /** Changes in one request. If exceeded: 400. */
    itemsMax: 100,
    idLengthMax: 200,
    titleLengthMax: 1_000,
    diffBytesMax: 64 * KIB,
    /** JSON size. */
    detailsBytesMax: 64 * KIB,
    filesMax: 3_000,
    pathLengthMax: 1_000,
    /**
     * Changes per organization, and bytes of their texts. New changes are always accepted. If there are too many, the
     * oldest are deleted. If they are too large, the oldest lose their diffs first.
     */
    storedMax: 200_000,
    storedBytesMax: 1 * GIB,
    /**
     * Changes expire this long after they were last recorded. By default, no telemetry is stored for longer, and a
     * change from a year ago is still there for comparison.
     */
    retentionDays: 400,
  },
  /** Names and texts of the control plane. If exceeded: 400. */
  text: { nameLengthMax: 200, urlLengthMax: 2_000, promptBytesMax: 64 * KIB },
  /** Deployments. */
  deployment: {
    /** JSON size of the metadata. If exceeded: 400. */
    metadataBytesMax: 64 * KIB,
    /** Deployments per organization, and bytes of their texts. If exceeded: the oldest are deleted. */
    storedMax: 50_000,
    storedBytesMax: 256 * MIB,
    /** Entries of a status history. If exceeded: the oldest are deleted. */
    statusesMax: 100,
    /** Unfinished sessions of an organization that watch deployments. If exceeded: deployments are not watched. */
    openWatchesMax: 200,
    /** Unwatched deployments expire after this long. Watched ones do not, because their sessions link to them. */
    retentionDays: 400,
  },
  /** Releases announced by Sentry clients. */
  announcedRelease: {
    /** Releases per organization. If exceeded: the one announced longest ago is deleted. */
    storedMax: 10_000,
  },
  /** Deleted projects of an organization whose numbers stay reserved. If exceeded: the oldest are forgotten. */
  deletedProject: { reservedMax: 10_000 },
  /** Project settings. */
  settings: {
    /** Versions of one project per day. If exceeded: 429. */
    versionsPerDayMax: 200,
    /**
     * Versions of one project: late telemetry is processed with those it arrived under. If exceeded: the oldest are
     * deleted, and the oldest remaining one replaces them.
     */
    storedMax: 1_000,
  },
} as const
