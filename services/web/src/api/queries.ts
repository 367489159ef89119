import { queryOptions } from '@tanstack/react-query'
import { api } from './api.js'
import type { RouteInput, RouteName } from './contract-types.js'
import { awaitFirstPaint } from './first-view.js'

/** Refetch interval of live views. They pause while the tab is hidden. */
export const liveMs = 10_000

/** Query options for one API call. The key is the route's name and input. */
export function apiQuery<Name extends RouteName>(name: Name, input: RouteInput<Name>) {
  return queryOptions({
    queryKey: [name, input],
    queryFn: async ({ signal }) => {
      await awaitFirstPaint()
      return api.call(name, input, signal)
    },
  })
}
