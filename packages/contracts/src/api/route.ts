import type { TObject, TSchema } from 'typebox'

/** What an API key may do. `changes` covers deployments as well: both say what was altered and when. */
export const apiScopes = [
  'telemetry:read',
  'telemetry:write',
  'projects:read',
  'projects:write',
  'keys:read',
  'keys:write',
  'changes:read',
  'changes:write',
  'sessions:read',
  'sessions:write',
  'issues:read',
  'issues:write',
  'workflows:read',
  'workflows:write',
] as const
export type ApiScope = (typeof apiScopes)[number]

/** Which budget of requests a route draws from. */
export type RateLimitClass = 'query' | 'ingest'

/**
 * One route, described once: the server mounts it, validates by it and authorizes by it; the OpenAPI document and the
 * client are made from it.
 */
export interface RouteContract<
  Params extends TObject | undefined = TObject | undefined,
  Query extends TObject | undefined = TObject | undefined,
  Body extends TSchema | undefined = TSchema | undefined,
  Response extends TSchema = TSchema,
> {
  /** Unique name, camelCase, verb first; also the OpenAPI operationId. */
  id: string
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** With a trailing slash and `{name}` placeholders; the server answers the form without the slash as well. */
  path: `/api/${string}`
  /** Other spellings of the path that are served alike. */
  aliases?: readonly `/api/${string}`[]
  tag: string
  summary: string
  description?: string
  /** Scope that the API key needs. */
  scope: ApiScope
  rateLimit: RateLimitClass
  params?: Params
  query?: Query
  body?: Body
  /** Status of success. */
  status: 200 | 201 | 202 | 204
  response: Response
}

/** Keeps the literal types of a contract. */
export function defineRoute<
  Response extends TSchema,
  Params extends TObject | undefined = undefined,
  Query extends TObject | undefined = undefined,
  Body extends TSchema | undefined = undefined,
>(contract: RouteContract<Params, Query, Body, Response>): RouteContract<Params, Query, Body, Response> {
  return contract
}
