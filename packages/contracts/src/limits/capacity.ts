/** What people can make and nothing but people takes away again. */
export const capacityLimits = {
  /** The most that there may be of something at once, in what it belongs to. Beyond: 409 that says so. */
  capacity: {
    members: { max: 1_000, of: 'organization', called: 'members' },
    invitations: { max: 200, of: 'organization', called: 'invitations that wait to be accepted' },
    projects: { max: 1_000, of: 'organization', called: 'projects' },
    /** Those that were revoked or have expired do not count; so many of them are kept. */
    apiKeys: { max: 1_000, of: 'organization', called: 'API keys that work' },
    workflows: { max: 1_000, of: 'organization', called: 'workflows' },
    alertRules: { max: 1_000, of: 'organization', called: 'alert rules' },
    maintenanceWindows: { max: 200, of: 'organization', called: 'maintenance windows' },
    /** Refused to people and API keys; what deployments, workflows and errors begin is bounded by its own limits. */
    openSessions: { max: 1_000, of: 'organization', called: 'agent sessions that have not ended' },
    dsnKeys: { max: 100, of: 'project', called: 'DSN keys' },
    repositories: { max: 100, of: 'project', called: 'repositories' },
    channels: { max: 20, of: 'project', called: 'notification channels' },
    discardedFingerprints: { max: 1_000, of: 'project', called: 'discarded fingerprints' },
    sharedIssueViews: { max: 200, of: 'organization', called: 'shared views of issues' },
    issueViews: { max: 100, of: 'person', called: 'views of issues' },
    passkeys: { max: 20, of: 'person', called: 'passkeys' },
    comments: { max: 1_000, of: 'issue', called: 'comments' },
  },
} as const
