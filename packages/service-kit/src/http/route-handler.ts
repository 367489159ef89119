import type { RouteAccess, RouteContract } from '@signalbox/contracts'
import type { Static, TObject, TSchema } from 'typebox'
import type { IncomingMessage } from 'node:http'
import type { ApiCaller, SignedInCaller } from '../directory.js'
import type { HttpExchange } from './http-exchange.js'

type Parsed<S extends TSchema | undefined> = S extends TSchema ? Static<S> : undefined

/** Input of a route's handler: validated against the contract, with defaults applied. */
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

/** Depends on who may call: anyone, anyone signed in, or callers with a scope. */
type InputFor<Access extends RouteAccess, Input extends { caller: ApiCaller }> = Access extends 'public'
  ? Omit<Input, 'caller'> & { http: HttpExchange }
  : Access extends 'signed-in'
    ? Omit<Input, 'caller'> & { caller: SignedInCaller; http: HttpExchange }
    : Input

/**
 * Handles a route. The result is sent as JSON with the contract's status, `FileContent` as its bytes, `EventStream` as
 * its events, `Redirect` as its header, `LinkedPage` as its list with a header. Throws `ServiceError` to refuse.
 */
export type RouteHandler<C> =
  C extends RouteContract<infer Params, infer Query, infer Body, infer Response, infer Access>
    ? (input: InputFor<Access, RouteInput<Params, Query, Body>>) => Promise<Static<Response>> | Static<Response>
    : never

/** Like `RouteHandler`, for a route with a form body: `form` is the request, with its body unread. */
export type FormRouteHandler<C> =
  C extends RouteContract<infer Params, infer Query, infer Body, infer Response>
    ? (
        input: RouteInput<Params, Query, Body> & { form: IncomingMessage },
      ) => Promise<Static<Response>> | Static<Response>
    : never

type AnyInput = RouteInput<TObject | undefined, TObject | undefined, TSchema | undefined>

/** A contract with its handler; a service's `app.ts` is a list of these. */
export interface Route {
  contract: RouteContract
  /**
   * `form` is set for routes with a form body. `caller` is missing only for public routes; `http` is set for public
   * routes and those for signed-in callers.
   */
  handle(input: Omit<AnyInput, 'caller'> & { caller?: ApiCaller; http?: HttpExchange; form?: IncomingMessage }): unknown
}
