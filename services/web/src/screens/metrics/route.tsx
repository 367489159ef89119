import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'
import { readMetricsSearch, type MetricsSearch } from './metrics-search.js'

export const metricsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/metrics',
  validateSearch: (search: Record<string, unknown>): MetricsSearch => readMetricsSearch(search),
  component: lazyRouteComponent(() => import('./metrics-page.js'), 'MetricsPage'),
})
