import type { CallInput } from '@signalbox/api-client/browser'
import type * as contracts from '@signalbox/contracts'
import type { RouteContract, Static } from '@signalbox/contracts'

type Contracts = typeof contracts

/** Name of a route, as its contract is called. */
export type RouteName = {
  [Name in keyof Contracts]: Contracts[Name] extends RouteContract ? Name : never
}[keyof Contracts]

type InputBy<Contract> =
  Contract extends RouteContract<infer Params, infer Query, infer Body> ? CallInput<Params, Query, Body> : never

/** What a call of a route needs. */
export type RouteInput<Name extends RouteName> = InputBy<Contracts[Name]>

/** What a route answers. */
export type RouteAnswer<Name extends RouteName> = Static<Contracts[Name]['response']>
