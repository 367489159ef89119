import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'
import { readIssuesSearch, type IssuesSearch } from './search.js'

export const issuesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/issues',
  validateSearch: (search: Record<string, unknown>): IssuesSearch => readIssuesSearch(search),
  component: lazyRouteComponent(() => import('./issues-page.js'), 'IssuesPage'),
})
