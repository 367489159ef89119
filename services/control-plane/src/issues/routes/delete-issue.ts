import { deleteIssue } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { deleteIssues } from '../delete-issues.js'
import { requireIssue } from '../find-issue.js'
import { toIssue } from '../issue-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createDeleteIssue({ store, keys, clock }: RouteDependencies): Route {
  return createRoute(deleteIssue, ({ caller, params, query: { discard } }) => {
    const { organizationId, keyId } = caller
    const issue = requireIssue(store, organizationId, params.issue_id)
    deleteIssues(store, { organizationId, issueIds: [issue.id], discard, keyId, now: clock() })
    // The version of the settings that records are to name is another one now.
    if (discard) keys.forgetDsnKeys(issue.project_id)
    return toIssue(store, issue)
  })
}
