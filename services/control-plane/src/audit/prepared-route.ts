import type { RouteContract } from '@signalbox/contracts'
import type { Actor, Route, RouteHandler } from '@signalbox/service-kit'

/** A committed change and its response. */
export interface Committed<T> {
  answer: T
  /** Actor and organization, if the caller is not known beforehand. Without either, there is no audit entry. */
  by?: { organizationId: string; actor: Actor }
  /** Called after the transaction. */
  afterwards?: () => void
}

/** Makes the change, in the same transaction as its audit entry. Must be synchronous. */
export type Commit<T> = () => Committed<T>

/** Derived from the handler type of the contract. */
type Prepare<Handler> = Handler extends (input: infer Input) => infer Answer
  ? (input: Input) => Promise<Commit<Awaited<Answer>>>
  : never

/** A route with asynchronous work, such as password hashing, before its change. */
export interface PreparedRoute extends Route {
  prepare(input: Parameters<Route['handle']>[0]): Promise<Commit<unknown>>
}

/** Combines a contract with the function that prepares its change; run by `audit-routes.ts`. */
export function createPreparedRoute<C extends RouteContract>(
  contract: C,
  prepare: Prepare<RouteHandler<C>>,
): PreparedRoute
export function createPreparedRoute(contract: RouteContract, prepare: PreparedRoute['prepare']): PreparedRoute {
  return {
    contract,
    prepare,
    handle: () => {
      throw new Error(`${contract.id} must run together with its audit entry`)
    },
  }
}

export function isPrepared(route: Route): route is PreparedRoute {
  return 'prepare' in route
}
