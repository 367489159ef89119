import * as contracts from '@signalbox/contracts'

/** Method and path of a route: all that a browser needs to call it. */
export type RouteAddress = readonly [method: string, path: string]

/**
 * The address of every served route by the name of its contract. It is put into the bundle as plain JSON, because the
 * contracts themselves bring a schema library with them that a browser has no use for.
 */
export function createRouteTable(): Record<string, RouteAddress> {
  const served = new Set<unknown>(contracts.servedRoutes)
  const names = Object.entries(contracts).filter(([, value]) => served.has(value))
  return Object.fromEntries(
    names.map(([name]) => {
      const route = contracts.servedRoutes.find(({ id }) => id === name)
      if (!route) throw new Error(`The contract ${name} has another id than its name`)
      return [name, [route.method.toUpperCase(), route.path]]
    }),
  )
}
