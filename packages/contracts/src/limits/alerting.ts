import { KIB } from './sizes.js'

/** Alert rules, notifications, and the requests that deliver them. */
export const alertingLimits = {
  /** Notification channels and notifications. Times in milliseconds. */
  notification: {
    environmentsMax: 50,
    /** Characters of a token, a secret or a Slack channel name. */
    secretLengthMax: 512,
    /** How long a notification waits for others to be sent with it. */
    gatherMs: 2_000,
    /** Single messages of a channel per minute. If exceeded: the rest is sent as a digest, at most one per minute. */
    singlesMax: 5,
    minuteMs: 60_000,
    /** Items listed in a digest: new issues, and everything else. The others are only counted. */
    digestListedMax: 10,
    digestUrgentMax: 25,
    /** Notifications considered when choosing the listed ones. */
    digestReadMax: 1_000,
    /** Pause after the first failure; doubled after each further failure, up to the maximum. */
    retryBaseMs: 5_000,
    retryPauseMsMax: 900_000,
    /** Longer values of `Retry-After` are capped to this. */
    retryAfterMsMax: 3_600_000,
    /** Undelivered notifications become dead after this time. */
    deadMs: 24 * 3_600_000,
    /** Messages of different channels in flight at the same time. */
    sendsMax: 8,
    /** Timeout of the telemetry query for a message. If exceeded: the message is sent without counts. */
    countsTimeoutMs: 3_000,
    /** Deployments earlier than this before the first event are not suspected. */
    suspectedDeploymentMs: 24 * 3_600_000,
    /** Retention of notifications in days. */
    retentionDays: 30,
  },
  /** Requests to addresses provided by users. If exceeded: the request fails. Times in milliseconds. */
  outbound: {
    /** Name resolution and connection. */
    connectTimeoutMs: 5_000,
    /** Time from the connection to the response headers, and for the body. */
    headersTimeoutMs: 10_000,
    bodyTimeoutMs: 5_000,
    /** Bytes of the body; the rest is not read. */
    answerBytesMax: 64 * KIB,
    redirectsMax: 3,
  },
  /** Alert rules. Out of range: 400 naming the field, unless said otherwise. */
  alert: {
    /** Channels of a rule. */
    channelsMax: 20,
    /** Rules of a maintenance window, and its maximum length. */
    windowRulesMax: 100,
    windowMinutesMax: 31 * 1_440,
    forMinutesMax: 1_440,
    absenceMinutesMax: 7 * 1_440,
    muteMinutesMax: 90 * 1_440,
    /** Subjects of one rule tracked at the same time. If exceeded: only counted. */
    subjectsMax: 50,
    /** Retention of ended alerts in days. */
    historyDays: 90,
  },
} as const
