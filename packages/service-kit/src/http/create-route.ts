import type { RouteContract } from '@signalbox/contracts'
import type { Route, RouteHandler } from './route-handler.js'

/** Joins a contract and the handler that serves it. The handler's types come from the contract. */
export function createRoute<C extends RouteContract>(contract: C, handler: RouteHandler<C>): Route
export function createRoute(contract: RouteContract, handle: Route['handle']): Route {
  return { contract, handle }
}
