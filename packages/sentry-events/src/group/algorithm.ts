import type { NormalEvent, NormalException, NormalFrame } from '../normal-event.js'
import type { Component } from './component.js'
import type { FrameVerdicts } from './rules/in-app-rules.js'
import type { FrameReason } from './stack.js'

/** What one version of the grouping finds by itself. */
export interface OwnGrouping {
  /** The rule that decided: `app`, `system`, `thread-app`, `message`, ... */
  by: string
  /** Never empty. */
  components: readonly Component[]
  /** The exception that the issue is named by; undefined for messages without one. */
  main: NormalException | undefined
  /** The stack that the event is about, with a reason for each frame; undefined when no stack was looked at. */
  stack?: ExplainableStack | undefined
}

export interface ExplainableStack {
  frames: readonly NormalFrame[]
  reasons: readonly FrameReason[]
}

/**
 * One version of the grouping. Once released it never changes what it finds: what groups otherwise is a new version,
 * and the one before stays, so that the issues of its time are found again.
 */
export interface GroupingAlgorithm {
  version: string
  /** Finds out whose frames are, before the project's rules have their say; undefined = as normalisation left them. */
  markFrames?: (event: NormalEvent) => NormalEvent
  /** Pure. `verdicts` are those of the project's rules on frames. */
  group: (event: NormalEvent, verdicts: FrameVerdicts) => OwnGrouping
}
