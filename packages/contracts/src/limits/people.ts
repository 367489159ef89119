/** Organizations and who may sign in. */
export const peopleLimits = {
  /** How long an invitation can be accepted. */
  organization: { invitationDays: 7 },
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
    /** What needs a recent sign-in may be done so long after it, or after a confirmation. Beyond: 403. */
    confirmedMs: 900_000,
    userAgentLengthMax: 300,
    /** Attempts with wrong passwords in a window, on one account and from one address. Beyond: 429 with Retry-After. */
    attemptWindowMs: 900_000,
    attemptsPerAccount: 10,
    attemptsPerAddress: 50,
    /** Accounts and addresses whose attempts are remembered. Beyond: the oldest are forgotten. */
    attemptsTracked: 50_000,
    /** Wrong codes of a second factor in a window, for one person. Beyond: 429 with Retry-After. */
    codeWindowMs: 24 * 3_600_000,
    codesPerPerson: 20,
    /** Characters of a code, with the spaces and dashes that people type. */
    codeLengthMax: 40,
    recoveryCodes: 10,
    /** How long the link of a forgotten password works. */
    passwordResetMs: 3_600_000,
    /** Mails that are asked for within an hour, to one address and by one client. Beyond: 429 with Retry-After. */
    mailWindowMs: 3_600_000,
    mailsPerAccount: 3,
    mailsPerAddress: 20,
    /** Mails that are sent at once, how many wait, and how long one may take. Beyond: it is not sent. */
    mailsSendingMax: 2,
    mailsWaitingMax: 100,
    mailTimeoutMs: 30_000,
    /** Passwords that are checked at once, and requests that wait for it. Beyond: 503 with Retry-After. */
    passwordChecksMax: 2,
    passwordChecksWaiting: 32,
    /** Time to sign in at an identity provider. */
    providerMs: 600_000,
    /** Each answer of an identity provider. */
    providerTimeoutMs: 10_000,
  },
  /** The audit log. Older entries are deleted. */
  auditLog: {
    retentionDays: 400,
    listDefault: 100,
    listMax: 1_000,
    /** Entries of an organization that one minute makes of who was not let in. Beyond: counted in one. */
    refusalsPerMinute: 20,
  },
} as const
