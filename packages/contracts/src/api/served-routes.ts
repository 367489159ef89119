import type { RouteContract } from './http/route.js'
import { alertRoutes } from './alerts/index.js'
import { artifactRoutes } from './artifacts/index.js'
import { deploymentRoutes } from './deployments/index.js'
import { identityRoutes } from './identity/index.js'
import { ingestionRoutes } from './ingestion/index.js'
import { issueRoutes } from './issues/index.js'
import { notificationRoutes } from './notifications/index.js'
import { operationRoutes } from './operations/index.js'
import { projectRoutes } from './projects/index.js'
import { queryRoutes } from './queries/index.js'
import { sentryApiRoutes } from './sentry-api/index.js'
import { sessionRoutes } from './sessions/index.js'
import { workflowRoutes } from './workflows/index.js'

/** All routes that this version serves, in documentation order. */
export const servedRoutes: readonly RouteContract[] = [
  ...queryRoutes,
  ...ingestionRoutes,
  ...projectRoutes,
  ...notificationRoutes,
  ...issueRoutes,
  ...sessionRoutes,
  ...deploymentRoutes,
  ...workflowRoutes,
  ...alertRoutes,
  ...identityRoutes,
  ...operationRoutes,
  ...artifactRoutes,
  ...sentryApiRoutes,
]
