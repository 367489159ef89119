import { KIB } from './sizes.js'

/** Who is told of what: alert rules, notices, and the requests that bring them. */
export const alertingLimits = {
  /** Channels that notices go to, and the notices. Times in milliseconds. */
  notification: {
    environmentsMax: 50,
    /** Characters of a token, a secret, or the name of a channel of Slack. */
    secretLengthMax: 512,
    /** A notice waits so long, for others to come with it. */
    gatherMs: 2_000,
    /** Single messages of a channel within a minute. Beyond: what came is told in one digest, at most one a minute. */
    singlesMax: 5,
    minuteMs: 60_000,
    /** What a digest names: new issues, and everything else. The others are counted. */
    digestListedMax: 10,
    digestUrgentMax: 25,
    /** Notices of a digest that are looked at to choose these. */
    digestReadMax: 1_000,
    /** The pause after the first failure; it doubles with each, up to the longest. */
    retryBaseMs: 5_000,
    retryPauseMsMax: 900_000,
    /** A longer `Retry-After` is read as this one. */
    retryAfterMsMax: 3_600_000,
    /** A notice that was not delivered after so long is dead. */
    deadMs: 24 * 3_600_000,
    /** Messages that are on their way at once, of different channels. */
    sendsMax: 8,
    /** What is asked of telemetry for a message. Beyond: the message goes without it. */
    countsTimeoutMs: 3_000,
    /** Deployments longer before the first event are not suspected. */
    suspectedDeploymentMs: 24 * 3_600_000,
    /** Days that notices are kept. */
    retentionDays: 30,
  },
  /** Requests to addresses that users give. Beyond: the request fails. Times in milliseconds. */
  outbound: {
    /** To find the address and be connected. */
    connectTimeoutMs: 5_000,
    /** From then on to the headers of the answer, and for its body. */
    headersTimeoutMs: 10_000,
    bodyTimeoutMs: 5_000,
    /** Of the body; the rest is not read. */
    answerBytesMax: 64 * KIB,
    redirectsMax: 3,
  },
  /** Alert rules. Out of range: 400 naming the field, unless said otherwise. */
  alert: {
    /** Channels that a rule names. */
    channelsMax: 20,
    /** Rules that a maintenance window names, and how long it may take. */
    windowRulesMax: 100,
    windowMinutesMax: 31 * 1_440,
    forMinutesMax: 1_440,
    absenceMinutesMax: 7 * 1_440,
    muteMinutesMax: 90 * 1_440,
    /** Subjects of one rule that are followed at the same time. Beyond: counted. */
    subjectsMax: 50,
    /** Days that alerts are kept once they are over. */
    historyDays: 90,
  },
} as const
