import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'
import { readSessionSearch, type SessionSearch } from './session-search.js'

export const sessionRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/agents/$session_id',
  validateSearch: (search: Record<string, unknown>): SessionSearch => readSessionSearch(search),
  component: lazyRouteComponent(() => import('./session-page.js'), 'SessionPage'),
})
