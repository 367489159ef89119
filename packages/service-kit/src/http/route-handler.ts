import type { RouteContract } from '@signalbox/contracts'
import type { Static, TObject, TSchema } from 'typebox'
import type { ApiCaller } from '../directory.js'

type Parsed<S extends TSchema | undefined> = S extends TSchema ? Static<S> : undefined

/** What a route's handler is given: everything validated by the contract, defaults filled in. */
export interface RouteInput<
  Params extends TObject | undefined,
  Query extends TObject | undefined,
  Body extends TSchema | undefined,
> {
  params: Parsed<Params>
  query: Parsed<Query>
  body: Parsed<Body>
  caller: ApiCaller
  requestId: string
}

/** Answers one route; the result is sent as JSON with the contract's status, `FileContent` as its bytes. Throws `ServiceError` to refuse. */
export type RouteHandler<C> =
  C extends RouteContract<infer Params, infer Query, infer Body, infer Response>
    ? (input: RouteInput<Params, Query, Body>) => Promise<Static<Response>> | Static<Response>
    : never

/** A contract with the handler that serves it; a service's `app.ts` is a list of these. */
export interface Route {
  contract: RouteContract
  handle(input: RouteInput<TObject | undefined, TObject | undefined, TSchema | undefined>): unknown
}
