import { limits, toTimestamp } from '@signalbox/contracts'
import { deploymentTitle } from '../../deployments/watch-deployment.js'
import type { DeploymentRow } from '../../deployments/store/deployments.js'
import type { IssueRow } from '../../issues/store/issues.js'
import type { NotificationStores } from '../store/notification-stores.js'
import type { SuspectedDeployment } from '../messages/message-content.js'

/** Number of deployments considered: the newest. */
const consideredMax = 100

/**
 * Finds the newest deployment shortly before a problem began that may have caused it: of a repository linked to the
 * project, if any is, and to the same environment, if both are known.
 * @param trouble `before` is when it began, Unix milliseconds.
 */
export function suspectDeployment(
  { deployments, repositories }: Pick<NotificationStores, 'deployments' | 'repositories'>,
  trouble: { issue: IssueRow; environment: string; before: number },
): SuspectedDeployment | null {
  const { issue, environment, before } = trouble
  const isLinked = repositories.listProjectRepositories(issue.project_id).length > 0
  const isSameEnvironment = (deployment: DeploymentRow) =>
    environment === '' || deployment.environment === null || deployment.environment === environment
  const found = deployments
    .list({
      organizationId: issue.organization_id,
      startMs: before - limits.notification.suspectedDeploymentMs,
      untilMs: before + 1,
      service: undefined,
      environment: undefined,
      repository: undefined,
      projectId: isLinked ? issue.project_id : undefined,
      status: undefined,
      limit: consideredMax,
      offset: 0,
    })
    .find(isSameEnvironment)
  return found === undefined ? null : toSuspected(found)
}

function toSuspected(row: DeploymentRow): SuspectedDeployment {
  const { id, deployment_request: request, service, version } = row
  return { id, title: deploymentTitle(request), service, version, occurredAt: toTimestamp(row.occurred_at) }
}
