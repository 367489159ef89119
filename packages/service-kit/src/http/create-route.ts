import type { RouteContract } from '@signalbox/contracts'
import type { FormRouteHandler, Route, RouteHandler } from './route-handler.js'

/** Combines a contract with its handler. The handler's types are derived from the contract. */
export function createRoute<C extends RouteContract>(contract: C, handler: RouteHandler<C>): Route
export function createRoute(contract: RouteContract, handle: Route['handle']): Route {
  return { contract, handle }
}

/** Like `createRoute`, for a contract with a form body. */
export function createFormRoute<C extends RouteContract>(contract: C, handler: FormRouteHandler<C>): Route
export function createFormRoute(contract: RouteContract, handle: Route['handle']): Route {
  return { contract, handle }
}
