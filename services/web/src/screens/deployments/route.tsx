import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'

export const deploymentsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/deployments',
  component: lazyRouteComponent(() => import('./deployments-page.js'), 'DeploymentsPage'),
})
