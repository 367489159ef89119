import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'

export const issuesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/issues',
  component: lazyRouteComponent(() => import('./issues-page.js'), 'IssuesPage'),
})
