/** Objects that people create and only people remove. */
export const capacityLimits = {
  /** Maximum number of objects per owner. If exceeded: 409 that names the limit. */
  capacity: {
    members: { max: 1_000, of: 'organization', called: 'members' },
    invitations: { max: 200, of: 'organization', called: 'pending invitations' },
    projects: { max: 1_000, of: 'organization', called: 'projects' },
    /** Revoked and expired keys do not count; this many of them are kept. */
    apiKeys: { max: 1_000, of: 'organization', called: 'active API keys' },
    workflows: { max: 1_000, of: 'organization', called: 'workflows' },
    alertRules: { max: 1_000, of: 'organization', called: 'alert rules' },
    maintenanceWindows: { max: 200, of: 'organization', called: 'maintenance windows' },
    /** Applies to people and API keys; sessions started by deployments, workflows and errors have their own limits. */
    openSessions: { max: 1_000, of: 'organization', called: 'unfinished agent sessions' },
    /** Failed ones count; unused ones expire. */
    uploads: { max: 100_000, of: 'organization', called: 'artifact uploads' },
    dsnKeys: { max: 100, of: 'project', called: 'DSN keys' },
    repositories: { max: 100, of: 'project', called: 'repositories' },
    /** Repositories of no project, change or deployment don't count: they are deleted if room is needed. */
    knownRepositories: { max: 10_000, of: 'organization', called: 'repositories' },
    channels: { max: 20, of: 'project', called: 'notification channels' },
    discardedFingerprints: { max: 1_000, of: 'project', called: 'discarded fingerprints' },
    sharedIssueViews: { max: 200, of: 'organization', called: 'shared issue views' },
    issueViews: { max: 100, of: 'person', called: 'issue views' },
    passkeys: { max: 20, of: 'person', called: 'passkeys' },
    comments: { max: 1_000, of: 'issue', called: 'comments' },
  },
} as const
