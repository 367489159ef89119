import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'
import { rangeOf } from '../../frame/range/range.js'
import { issuesPage } from './queries.js'
import { readIssuesSearch, type IssuesSearch } from './search.js'

export const issuesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/issues',
  validateSearch: (search: Record<string, unknown>): IssuesSearch => readIssuesSearch(search),
  loaderDeps: ({ search }) => search,
  // Prefetched while the screen's code loads. A project must first be found by its name.
  loader: ({ context: { cache }, deps: { project, ...search } }) => {
    if (project !== undefined) return
    cache.query(issuesPage({ search, range: rangeOf(search), projectId: undefined }, 0)).catch(leaveToScreen)
  },
  component: lazyRouteComponent(() => import('./issues-page.js'), 'IssuesPage'),
})

/** The screen makes the same request and shows errors. */
function leaveToScreen(): void {}
