import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'
import { readAgentsSearch, type AgentsSearch } from './agents-search.js'

export const agentsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/agents',
  validateSearch: (search: Record<string, unknown>): AgentsSearch => readAgentsSearch(search),
  component: lazyRouteComponent(() => import('./agents-page.js'), 'AgentsPage'),
})
