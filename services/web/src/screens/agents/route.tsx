import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'

export const agentsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/agents',
  component: lazyRouteComponent(() => import('./agents-page.js'), 'AgentsPage'),
})
