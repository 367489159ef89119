import type { CallInput } from '@signalbox/api-client/browser'
import type * as contracts from '@signalbox/contracts'
import type { RouteContract, Static } from '@signalbox/contracts'

type Contracts = typeof contracts

/** A route's contract name. */
export type RouteName = {
  [Name in keyof Contracts]: Contracts[Name] extends RouteContract ? Name : never
}[keyof Contracts]

type InputBy<Contract> =
  Contract extends RouteContract<infer Params, infer Query, infer Body> ? CallInput<Params, Query, Body> : never

/** Input of a route. */
export type RouteInput<Name extends RouteName> = InputBy<Contracts[Name]>

/** Response of a route. */
export type RouteResponse<Name extends RouteName> = Static<Contracts[Name]['response']>
