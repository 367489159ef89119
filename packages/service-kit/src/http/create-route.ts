import type { RouteContract } from '@signalbox/contracts'
import type { FormRouteHandler, Route, RouteHandler } from './route-handler.js'

/** Joins a contract and the handler that serves it. The handler's types come from the contract. */
export function createRoute<C extends RouteContract>(contract: C, handler: RouteHandler<C>): Route
export function createRoute(contract: RouteContract, handle: Route['handle']): Route {
  return { contract, handle }
}

/** As `createRoute`, for a contract that takes a form. */
export function createFormRoute<C extends RouteContract>(contract: C, handler: FormRouteHandler<C>): Route
export function createFormRoute(contract: RouteContract, handle: Route['handle']): Route {
  return { contract, handle }
}
