/** Organizations and sign-in. */
export const peopleLimits = {
  /** Validity of an invitation. */
  organization: { invitationDays: 7 },
  /** Signing in with a browser. */
  signIn: {
    emailLengthMax: 254,
    passwordLengthMin: 12,
    passwordLengthMax: 256,
    /** Idle timeout of a session, and its absolute maximum. */
    sessionIdleMs: 7 * 24 * 3_600_000,
    sessionMs: 30 * 24 * 3_600_000,
    /** Sessions per user. If exceeded: the least recently used one ends. */
    sessionsMax: 50,
    /** How long a sign-in or confirmation counts as recent. If exceeded: 403. */
    confirmedMs: 900_000,
    userAgentLengthMax: 300,
    /** Failed password attempts per window, per account and per address. If exceeded: 429 with Retry-After. */
    attemptWindowMs: 900_000,
    attemptsPerAccount: 10,
    attemptsPerAddress: 50,
    /** Accounts and addresses whose attempts are tracked. If exceeded: the oldest are dropped. */
    attemptsTracked: 50_000,
    /** Failed second-factor codes per window and user. If exceeded: 429 with Retry-After. */
    codeWindowMs: 24 * 3_600_000,
    codesPerPerson: 20,
    /** Characters of a code, including typed spaces and dashes. */
    codeLengthMax: 40,
    recoveryCodes: 10,
    /** Timeout of a passkey challenge, and number of pending challenges. If exceeded: the oldest are dropped. */
    passkeyChallengeMs: 300_000,
    passkeyChallengesMax: 10_000,
    /** Characters of each part of an authenticator response. */
    passkeyFieldLengthMax: 16_384,
    /** Validity of a password reset link. */
    passwordResetMs: 3_600_000,
    /** E-mails requested per hour, per recipient and per client. If exceeded: 429 with Retry-After. */
    mailWindowMs: 3_600_000,
    mailsPerAccount: 3,
    mailsPerAddress: 20,
    /** E-mails in flight, e-mails queued, and the timeout of one. If exceeded: the e-mail is not sent. */
    mailsSendingMax: 2,
    mailsWaitingMax: 100,
    mailTimeoutMs: 30_000,
    /** Concurrent password checks, and queued requests. If exceeded: 503 with Retry-After. */
    passwordChecksMax: 2,
    passwordChecksWaiting: 32,
    /** Timeout of signing in at an identity provider. */
    providerMs: 600_000,
    /** Timeout of each identity provider response. */
    providerTimeoutMs: 10_000,
  },
  /** The audit log. Older entries are deleted. */
  auditLog: {
    retentionDays: 400,
    listDefault: 100,
    listMax: 1_000,
    /** Authentication failures of an organization recorded separately per minute. If exceeded: combined into one entry. */
    refusalsPerMinute: 20,
  },
} as const
