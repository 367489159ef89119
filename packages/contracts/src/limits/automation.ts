import { KIB, MIB } from './sizes.js'

/** What runs by itself: agent sessions, their reports, workflows. */
export const automationLimits = {
  /** Agent sessions. A larger context, as JSON: 400. */
  agentSession: {
    contextBytesMax: 64 * KIB,
    /** Characters of what people say of a report. */
    reviewNoteLengthMax: 4_000,
    /** One result that is kept as evidence, as JSON. Beyond: its last rows are cut off, and the evidence says so. */
    resultBytesMax: 8 * MIB,
    /** All results of a session. Beyond: its query budget counts as spent. */
    recordBytesMax: 128 * MIB,
    /** Rows and bytes of a result that a step shows. */
    shownRowsMax: 5,
    shownBytesMax: 16 * KIB,
    /** Characters of what the agent says about a step, and of its error. Beyond: cut. */
    stepTextLengthMax: 16_384,
    /** Arguments of a step's tool, as JSON. Beyond: the step is refused. */
    stepInputBytesMax: 64 * KIB,
    /** A worker holds a session no longer than this without renewing; a later end is a clock that was set back. */
    leaseMsMax: 300_000,
    /** Workers that may begin or resume a session without finishing a step. Beyond: it fails. */
    fruitlessClaimsMax: 5,
  },
  /** Workflows. Out of range: 400 naming the field, unless said otherwise. */
  workflow: {
    triggersMax: 20,
    filterValuesMax: 50,
    cronLengthMax: 200,
    /** Larger values of a trigger, as JSON: 400. */
    triggerContextBytesMax: 16 * KIB,
    /** Runs of one trigger within an hour, for events. Beyond: the occasion is kept as capped. */
    runsPerHourDefault: 60,
    runsPerHourMax: 1_000,
    /** Runs that led to each other by their verdicts. Beyond: the verdict of the last one starts nothing. */
    chainLengthMax: 10,
    /** Window of a condition. */
    windowMinutesDefault: 5,
    windowMinutesMax: 1_440,
    /** How long a run may take. Beyond: it fails and its session is cancelled. */
    timeoutSecondsMin: 10,
    timeoutSecondsDefault: 3_600,
    timeoutSecondsMax: 7 * 24 * 3_600,
    /** Attempts of a run that fails, the first included, and the pause before the second; it doubles with each. */
    attemptsMax: 10,
    retryBaseSecondsDefault: 60,
    retryBaseSecondsMax: 3_600,
    retryPauseSecondsMax: 24 * 3_600,
    /** Runs of a workflow that are pending or running. Beyond: occasions are skipped, people are answered 409. */
    unfinishedRunsMax: 1_000,
    /** Days that occasions and events are kept. */
    occurrenceDays: 30,
  },
  /**
   * Reports of sessions. Claims and rivals beyond are left out; a claim that is longer, or has more checks, is unsupported.
   * Lengths in characters.
   */
  report: {
    claimsMax: 100,
    claimLengthMax: 1_000,
    assertionsMax: 20,
    rivalsMax: 100,
    suspectsMax: 5,
    summaryClaimsMax: 6,
  },
} as const
