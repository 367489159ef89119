import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'
import { readAlertsSearch, type AlertsSearch } from './alerts-search.js'

export const alertsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/alerts',
  validateSearch: (search: Record<string, unknown>): AlertsSearch => readAlertsSearch(search),
  component: lazyRouteComponent(() => import('./alerts-page.js'), 'AlertsPage'),
})
