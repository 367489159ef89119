import type { RouteContract } from '../http/route.js'
import { changeIssueComment, createIssueComment, deleteIssueComment, listIssueActivities } from './issue-activities.js'
import { changeIssue, changeIssues, deleteIssue, deleteIssues } from './issue-changes.js'
import { queryIssueCounts } from './issue-counts.js'
import { listDiscardedFingerprints, restoreFingerprint } from './issue-discards.js'
import { listIssueEvents, listIssueTags, readIssueEvent, readIssueTag } from './issue-events.js'
import { dryRunGrouping, readIssueGrouping } from './issue-grouping.js'
import { queryIssueRanking } from './issue-ranking.js'
import {
  changeIssueView,
  chooseDefaultIssueView,
  createIssueView,
  deleteIssueView,
  listIssueViews,
} from './issue-views.js'
import { listIssues, mergeIssues, readIssue, unmergeIssue } from './issues.js'
import { listSuspectCommits } from './suspect-commits.js'

export * from './issue-activities.js'
export * from './issue-changes.js'
export * from './issue-counts.js'
export * from './issue-discards.js'
export * from './issue-events.js'
export * from './issue-grouping.js'
export * from './issue-ranking.js'
export * from './issue-views.js'
export * from './issues.js'
export * from './suspect-commits.js'

/** Routes of this domain, in documentation order. */
export const issueRoutes: readonly RouteContract[] = [
  queryIssueCounts,
  queryIssueRanking,
  dryRunGrouping,
  listIssues,
  readIssue,
  readIssueGrouping,
  listIssueEvents,
  readIssueEvent,
  listIssueTags,
  readIssueTag,
  listSuspectCommits,
  mergeIssues,
  unmergeIssue,
  changeIssue,
  changeIssues,
  deleteIssue,
  deleteIssues,
  listIssueActivities,
  createIssueComment,
  changeIssueComment,
  deleteIssueComment,
  listDiscardedFingerprints,
  restoreFingerprint,
  listIssueViews,
  createIssueView,
  changeIssueView,
  deleteIssueView,
  chooseDefaultIssueView,
]
