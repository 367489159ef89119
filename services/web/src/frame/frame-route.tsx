import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, retainSearchParams } from '@tanstack/react-router'
import { Frame } from './frame.js'
import { readFrameSearch, type FrameSearch } from './range/range.js'

/** Above everything, screens without the frame included. Loaders of routes ask through the cache of the page. */
export const rootRoute = createRootRouteWithContext<{ cache: QueryClient }>()()

/** The frame: every screen for people who are signed in is its child, and keeps project and range in its address. */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: Frame,
  validateSearch: (search: Record<string, unknown>): FrameSearch => readFrameSearch(search),
  search: { middlewares: [retainSearchParams(['project', 'since', 'start', 'end'])] },
})
