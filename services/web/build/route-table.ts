import * as contracts from '@signalbox/contracts'

/** Method and path of a route: all that a browser needs to call it. */
export type RouteAddress = readonly [method: string, path: string]

/**
 * The address of every served route by the name of its contract. It is put into the bundle as plain JSON, because the
 * contracts themselves bring a schema library with them that a browser has no use for.
 */
export function createRouteTable(): Record<string, RouteAddress> {
  return Object.fromEntries(
    Object.entries(contracts).flatMap(([name, value]) => {
      const route = contracts.servedRoutes.find((each) => each === value)
      return route ? [[name, [route.method.toUpperCase(), route.path]]] : []
    }),
  )
}
