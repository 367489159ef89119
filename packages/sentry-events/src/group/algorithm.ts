import type { NormalEvent, NormalException, NormalFrame } from '../normal-event.js'
import type { Component } from './component.js'
import type { FrameVerdicts } from './rules/in-app-rules.js'
import type { FrameReason } from './stack.js'

/** Result of one version of the built-in grouping. */
export interface BuiltInGrouping {
  /** The deciding mechanism: `app`, `system`, `thread-app`, `message`, ... */
  by: string
  /** Never empty. */
  components: readonly Component[]
  /** Their hash, if it is known already. */
  hash?: string | undefined
  /** The exception that names the issue; undefined for messages without one. */
  main: NormalException | undefined
  /** The event's main stack, with a reason for each frame; undefined if no stack was considered. */
  stack?: ExplainableStack | undefined
}

export interface ExplainableStack {
  frames: readonly NormalFrame[]
  reasons: readonly FrameReason[]
}

/**
 * One version of the built-in grouping. The results of a released version never change: different grouping needs a new
 * version, and the old one stays so that issues it created can still be found.
 */
export interface GroupingAlgorithm {
  version: string
  /** Sets the in-app status of frames before the project's rules run; undefined leaves it as normalized. */
  markFrames?: (event: NormalEvent) => NormalEvent
  /** Pure. `verdicts` are the results of the project's in-app rules. */
  group: (event: NormalEvent, verdicts: FrameVerdicts) => BuiltInGrouping
}
