import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, retainSearchParams } from '@tanstack/react-router'
import { Frame } from './frame.js'
import { readFrameSearch, type FrameSearch } from './range/range.js'

/** Wraps everything, including screens outside the frame. Route loaders use the page's cache. */
export const rootRoute = createRootRouteWithContext<{ cache: QueryClient }>()()

/** The frame: parent of every screen for signed-in people. Its address holds project and range. */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: Frame,
  validateSearch: (search: Record<string, unknown>): FrameSearch => readFrameSearch(search),
  search: { middlewares: [retainSearchParams(['project', 'since', 'start', 'end'])] },
})
