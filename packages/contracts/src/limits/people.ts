/** Organizations and who may sign in. */
export const peopleLimits = {
  /** Members of one organization, and invitations that wait to be accepted. Beyond: 409. */
  organization: { membersMax: 1_000, invitationsMax: 200, invitationDays: 7 },
  /** Signing in with a browser. */
  signIn: {
    emailLengthMax: 254,
    passwordLengthMin: 12,
    passwordLengthMax: 256,
    /** A session that nobody uses ends after this time, and any session after the longer one. */
    sessionIdleMs: 7 * 24 * 3_600_000,
    sessionMs: 30 * 24 * 3_600_000,
    /** Sessions of one person. Beyond: the one that was used longest ago ends. */
    sessionsMax: 50,
    /** A password may be set without the one before, where there is none, so long after signing in. */
    freshMs: 600_000,
    /** Attempts with wrong passwords in a window, on one account and from one address. Beyond: 429 with Retry-After. */
    attemptWindowMs: 900_000,
    attemptsPerAccount: 10,
    attemptsPerAddress: 50,
    /** Accounts and addresses whose attempts are remembered. Beyond: the oldest are forgotten. */
    attemptsTracked: 50_000,
    /** Passwords that are checked at once, and requests that wait for it. Beyond: 503 with Retry-After. */
    passwordChecksMax: 2,
    passwordChecksWaiting: 32,
    /** Time to sign in at an identity provider. */
    providerMs: 600_000,
    /** Each answer of an identity provider. */
    providerTimeoutMs: 10_000,
  },
  /** The audit log. Older entries are deleted. */
  auditLog: { retentionDays: 400, listDefault: 100, listMax: 1_000 },
} as const
