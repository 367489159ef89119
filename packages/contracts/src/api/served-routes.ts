import type { RouteContract } from './http/route.js'
import { alertRoutes } from './alerts/routes.js'
import { artifactRoutes } from './artifacts/routes.js'
import { deploymentRoutes } from './deployments/routes.js'
import { identityRoutes } from './identity/routes.js'
import { ingestionRoutes } from './ingestion/routes.js'
import { issueRoutes } from './issues/routes.js'
import { notificationRoutes } from './notifications/routes.js'
import { operationRoutes } from './operations/routes.js'
import { projectRoutes } from './projects/routes.js'
import { queryRoutes } from './queries/routes.js'
import { sentryApiRoutes } from './sentry-api/routes.js'
import { sessionRoutes } from './sessions/routes.js'
import { workflowRoutes } from './workflows/routes.js'

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
