import type { Change } from '@signalbox/contracts'
import type { Liveness } from '../changes/deployments.js'
import type { ReleaseErrors } from '../changes/releases.js'
import type { Edit } from '../changes/edit.js'
import type { FlagFlip } from '../changes/flags.js'
import type { Finding } from '../mechanisms/mechanism.js'
import type { Features } from './features.js'
import type { Moment } from './moments.js'
import type { SharedReading } from './score-words.js'

/** A change with the time it took effect. */
export interface DatedChange {
  change: Change
  live: Liveness
  flag: FlagFlip | null
  /** Unix milliseconds: it went live, or its flag was toggled. */
  since: number
}

/** A change and what was derived from it. */
export interface ReadChange extends DatedChange {
  edit: Edit
  features: Features
  finding: Finding | null
  moment: Moment
  shared: SharedReading
  release: ReleaseErrors | null
  placeReason: string
  /** Why it is almost certainly harmless; undefined if nothing suggests that it is. */
  benign: string | undefined
}
