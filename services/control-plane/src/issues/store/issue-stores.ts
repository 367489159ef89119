import type { ControlPlaneDatabase } from '../../database/database.js'
import type { DeploymentStores } from '../../deployments/store/deployment-stores.js'
import { createDiscardedFingerprintStore, type DiscardedFingerprintStore } from './discarded-fingerprints.js'
import { createIssueActivityStore, type IssueActivityStore } from './issue-activities.js'
import { createIssueDeletionStore, type IssueDeletionStore } from './issue-deletions.js'
import { createIssueFingerprintStore, type IssueFingerprintStore } from './issue-fingerprints.js'
import { createIssueSearchStore, type IssueSearchStore } from './issue-search.js'
import { createIssueStateStore, type IssueStateStore } from './issue-states.js'
import { createIssueStore, type IssueStore } from './issues.js'
import { createIssueViewStore, type IssueViewStore } from './issue-views.js'
import { createNewIssueStore, type NewIssueStore } from './new-issues.js'
import { createProjectReleaseStore, type ProjectReleaseStore } from './project-releases.js'

/** The issue tables. */
export interface IssueTables {
  discardedFingerprints: DiscardedFingerprintStore
  issueActivities: IssueActivityStore
  issueDeletions: IssueDeletionStore
  issueFingerprints: IssueFingerprintStore
  issueSearch: IssueSearchStore
  issueStates: IssueStateStore
  issueViews: IssueViewStore
  issues: IssueStore
  newIssues: NewIssueStore
  projectReleases: ProjectReleaseStore
}

/** All tables that this domain reads and writes: its own and those of the domains below it. */
export interface IssueStores extends IssueTables, DeploymentStores {}

export function createIssueTables(database: ControlPlaneDatabase): IssueTables {
  return {
    discardedFingerprints: createDiscardedFingerprintStore(database),
    issueActivities: createIssueActivityStore(database),
    issueDeletions: createIssueDeletionStore(database),
    issueFingerprints: createIssueFingerprintStore(database),
    issueSearch: createIssueSearchStore(database),
    issueStates: createIssueStateStore(database),
    issueViews: createIssueViewStore(database),
    issues: createIssueStore(database),
    newIssues: createNewIssueStore(database),
    projectReleases: createProjectReleaseStore(database),
  }
}
