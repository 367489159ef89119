import { deleteIssues as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { deleteIssues } from '../delete-issues.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createDeleteIssues({ store, keys, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller: { organizationId, keyId }, body }) => {
    const { issue_ids: issueIds, discard = false } = body
    const deleted = deleteIssues(store, { organizationId, issueIds, discard, keyId, now: clock() })
    const changed = discard ? new Set(deleted.map(({ project_id }) => project_id)) : []
    // The version of the settings that records are to name is another one now.
    for (const projectId of changed) keys.forgetDsnKeys(projectId)
    return { deleted: deleted.length }
  })
}
