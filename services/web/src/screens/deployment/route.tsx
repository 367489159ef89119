import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'

export const deploymentRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/deployments/$deploymentId',
  component: lazyRouteComponent(() => import('./deployment-page.js'), 'DeploymentPage'),
})
