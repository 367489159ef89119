import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'

export const systemRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/system',
  component: lazyRouteComponent(() => import('./system-page.js'), 'SystemPage'),
})
