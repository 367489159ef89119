import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'
import type { SessionSearch } from './session-search.js'

export const sessionRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/agents/$session_id',
  validateSearch: ({ evidence }: Record<string, unknown>): SessionSearch =>
    typeof evidence === 'string' && /^e[1-9]\d{0,8}$/.test(evidence) ? { evidence } : {},
  component: lazyRouteComponent(() => import('./session-page.js'), 'SessionPage'),
})
