import { listIssueActivities } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireIssue } from '../find-issue.js'
import { toIssueActivity } from '../issue-activities.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListIssueActivities({ store }: RouteDependencies): Route {
  return createRoute(listIssueActivities, ({ caller, params, query: { limit, offset } }) => {
    const { id } = requireIssue(store, caller.organizationId, params.issue_id)
    const activities = store.issueActivities.list(id, { limit, offset })
    const total = store.issueActivities.count(id)
    return { activities: activities.map(toIssueActivity), total, has_more: offset + activities.length < total }
  })
}
