import type { Static, TObject, TSchema } from '@signalbox/contracts'

type Part<Name extends string, Schema, Value> = Schema extends TSchema
  ? Record<Name, Value>
  : Partial<Record<Name, never>>

/** Input of a call, derived from its route's contract. All query parameters are optional: the server has defaults. */
export type CallInput<
  Params extends TObject | undefined,
  Query extends TObject | undefined,
  Body extends TSchema | undefined,
> = Part<'params', Params, Static<NonNullable<Params>>> &
  Part<'body', Body, Static<NonNullable<Body>>> &
  (Query extends TObject ? { query?: Partial<Static<Query>> } : { query?: never })
