import { queryOptions } from '@tanstack/react-query'
import { api } from './api.js'
import type { RouteInput, RouteName } from './contract-types.js'
import { awaitTurn } from './first-view.js'

/** How often live views ask again. They pause while the tab is hidden. */
export const liveMs = 10_000

/** The options of a query that is one call of the API. Its key is the name of the route and the input. */
export function apiQuery<Name extends RouteName>(name: Name, input: RouteInput<Name>) {
  return queryOptions({
    queryKey: [name, input],
    queryFn: async ({ signal }) => {
      await awaitTurn()
      return api.call(name, input, signal)
    },
  })
}
