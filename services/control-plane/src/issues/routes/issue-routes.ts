import type { Route } from '@signalbox/service-kit'
import { createChangeIssueComment } from './change-issue-comment.js'
import { createChangeIssue } from './change-issue.js'
import { createChangeIssues } from './change-issues.js'
import { createCreateIssueComment } from './create-issue-comment.js'
import { createDeleteIssueComment } from './delete-issue-comment.js'
import { createDeleteIssue } from './delete-issue.js'
import { createDeleteIssues } from './delete-issues.js'
import type { RouteDependencies } from '../../route-dependencies.js'
import { createListDiscardedFingerprints } from './list-discarded-fingerprints.js'
import { createListIssueActivities } from './list-issue-activities.js'
import { createListIssues } from './list-issues.js'
import { createMergeIssues } from './merge-issues.js'
import { createReadIssue } from './read-issue.js'
import { createRestoreFingerprint } from './restore-fingerprint.js'
import { createUnmergeIssue } from './unmerge-issue.js'

/** The routes of issues: what they are, what becomes of them, and what is discarded. */
export function createIssueRoutes(dependencies: RouteDependencies): Route[] {
  return [
    // Before the routes of one issue, whose id it would be taken for.
    createDeleteIssues(dependencies),
    createListIssues(dependencies),
    createReadIssue(dependencies),
    createMergeIssues(dependencies),
    createUnmergeIssue(dependencies),
    createChangeIssue(dependencies),
    createChangeIssues(dependencies),
    createDeleteIssue(dependencies),
    createListIssueActivities(dependencies),
    createCreateIssueComment(dependencies),
    createChangeIssueComment(dependencies),
    createDeleteIssueComment(dependencies),
    createListDiscardedFingerprints(dependencies),
    createRestoreFingerprint(dependencies),
  ]
}
