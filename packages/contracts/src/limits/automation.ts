import { GIB, KIB, MIB } from './sizes.js'

/** Automation: agent sessions, their reports, and workflows. */
export const automationLimits = {
  /** Agent sessions. A context with larger JSON: 400. */
  agentSession: {
    contextBytesMax: 64 * KIB,
    /** Characters of a report review. */
    reviewNoteLengthMax: 4_000,
    /** JSON size of one stored result. If exceeded: its last rows are dropped, and the evidence states it. */
    resultBytesMax: 8 * MIB,
    /** Total size of a session's results. If exceeded: its query budget counts as spent. */
    recordBytesMax: 128 * MIB,
    /** Rows and bytes of a result shown with a step. */
    shownRowsMax: 5,
    shownBytesMax: 16 * KIB,
    /** Characters of the agent's comment on a step, and of its error. If exceeded: truncated. */
    stepTextLengthMax: 16_384,
    /** JSON size of a tool's arguments. If exceeded: the step is rejected. */
    stepInputBytesMax: 64 * KIB,
    /** Maximum lease time of a worker without renewal; a later expiry means that a clock was set back. */
    leaseMsMax: 300_000,
    /**
     * Sessions per organization, and bytes of their texts and compressed results. If exceeded: the oldest ended ones
     * are deleted, those with a review last.
     */
    storedMax: 50_000,
    storedBytesMax: 16 * GIB,
    /** Workers in a row that start or resume a session without finishing a step. If exceeded: the session fails. */
    fruitlessClaimsMax: 5,
  },
  /** Workflows. Out of range: 400 naming the field, unless said otherwise. */
  workflow: {
    triggersMax: 20,
    filterValuesMax: 50,
    cronLengthMax: 200,
    /** JSON size of a trigger's values. If exceeded: 400. */
    triggerContextBytesMax: 16 * KIB,
    /** Runs of an event trigger per hour. If exceeded: the occurrence is recorded as capped. */
    runsPerHourDefault: 60,
    runsPerHourMax: 1_000,
    /** Length of a chain of runs started by verdicts. If exceeded: the last verdict starts nothing. */
    chainLengthMax: 10,
    /** Window of a condition. */
    windowMinutesDefault: 5,
    windowMinutesMax: 1_440,
    /** Duration of a run. If exceeded: it fails and its session is cancelled. */
    timeoutSecondsMin: 10,
    timeoutSecondsDefault: 3_600,
    timeoutSecondsMax: 7 * 24 * 3_600,
    /** Attempts of a failing run, including the first, and the pause before the second; doubled for each further one. */
    attemptsMax: 10,
    retryBaseSecondsDefault: 60,
    retryBaseSecondsMax: 3_600,
    retryPauseSecondsMax: 24 * 3_600,
    /** Pending and running runs of a workflow. If exceeded: triggers are skipped, and requests get 409. */
    unfinishedRunsMax: 1_000,
    /** Runs per organization, and bytes of their texts. If exceeded: the oldest finished ones are deleted. */
    storedRunsMax: 200_000,
    storedRunsBytesMax: 1 * GIB,
    /** Retention of occurrences and events in days. */
    occurrenceDays: 30,
    /** Occurrences of a trigger that started no run. If exceeded: the oldest are deleted. */
    storedOccurrencesMax: 10_000,
    /** Events of the installation that all triggers have received. If exceeded: the oldest are deleted. */
    storedEventsMax: 200_000,
  },
  /**
   * Session reports. Excess claims and rivals are omitted; a longer claim, or one with more checks, is unsupported.
   * Lengths in characters.
   */
  report: {
    claimsMax: 100,
    claimLengthMax: 1_000,
    assertionsMax: 20,
    rivalsMax: 100,
    suspectsMax: 5,
    summaryClaimsMax: 4,
  },
} as const
