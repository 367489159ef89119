import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'

export const alertRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/alerts/$alertId',
  component: lazyRouteComponent(() => import('./alert-page.js'), 'AlertPage'),
})
