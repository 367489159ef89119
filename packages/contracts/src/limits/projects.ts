import { KIB } from './sizes.js'

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
  },
  /** Names and texts of the control plane. If exceeded: 400. */
  text: { nameLengthMax: 200, urlLengthMax: 2_000, promptBytesMax: 64 * KIB },
  /** Deployments. Metadata with larger JSON: 400. */
  deployment: { metadataBytesMax: 64 * KIB },
} as const
