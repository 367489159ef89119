import type { RouteContract } from '@signalbox/contracts'
import type { Actor, Route, RouteHandler } from '@signalbox/service-kit'

/** A change and its answer. */
export interface Committed<T> {
  answer: T
  /** Who did it and where, when no caller is known beforehand. Without either the audit log has no entry. */
  by?: { organizationId: string; actor: Actor }
  /** Called when all is kept. */
  afterwards?: () => void
}

/** Makes the change, within the transaction that keeps its audit entry as well. Must not wait for anything. */
export type Commit<T> = () => Committed<T>

/** By the handler that the contract would have. */
type Prepare<Handler> = Handler extends (input: infer Input) => infer Answer
  ? (input: Input) => Promise<Commit<Awaited<Answer>>>
  : never

/** A route that waits for something, such as a password's hash, before it changes anything. */
export interface PreparedRoute extends Route {
  prepare(input: Parameters<Route['handle']>[0]): Promise<Commit<unknown>>
}

/** Joins a contract and what prepares its change; see `audit-routes.ts`, which runs it. */
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
