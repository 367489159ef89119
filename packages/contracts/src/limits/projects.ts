import { KIB } from './sizes.js'

/** Projects and what is announced for them. */
export const projectsLimits = {
  /** Changes that are announced. A longer diff is cut and marked; any other excess rejects the change with its index. */
  change: {
    /** Changes in one request. Beyond: 400. */
    itemsMax: 100,
    idLengthMax: 200,
    titleLengthMax: 1_000,
    diffBytesMax: 64 * KIB,
    /** As JSON. */
    detailsBytesMax: 64 * KIB,
    filesMax: 3_000,
    pathLengthMax: 1_000,
  },
  /** Names and texts of the control plane. Beyond: 400. */
  text: { nameLengthMax: 200, urlLengthMax: 2_000, promptBytesMax: 64 * KIB },
  /** Deployments. Larger metadata, as JSON: 400. */
  deployment: { metadataBytesMax: 64 * KIB },
} as const
