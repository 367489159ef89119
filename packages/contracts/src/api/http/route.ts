import type { TObject, TSchema } from 'typebox'

/**
 * What an API key or the role of a member allows. `changes` covers deployments as well: both say what was altered and
 * when.
 */
export const apiScopes = [
  'telemetry:read',
  'telemetry:write',
  'projects:read',
  'projects:write',
  'keys:read',
  'keys:write',
  'organization:write',
  'members:read',
  'members:write',
  'audit:read',
  'changes:read',
  'changes:write',
  'sessions:read',
  'sessions:write',
  'issues:read',
  'issues:write',
  'workflows:read',
  'workflows:write',
  'backups:write',
  'alerts:read',
  'alerts:write',
] as const
export type ApiScope = (typeof apiScopes)[number]

/**
 * Who may call a route: callers with a scope, people who are signed in with a browser, or everybody. Routes for
 * everybody are counted by the address of the client.
 */
export type RouteAccess = ApiScope | 'signed-in' | 'public'

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
  Access extends RouteAccess = RouteAccess,
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
  /** Scope that the caller needs, or who else may call. */
  scope: Access
  rateLimit: RateLimitClass
  /** People must have signed in, or confirmed who they are, within `limits.signIn.confirmedMs`; API keys may at any time. */
  needsConfirmation?: true
  params?: Params
  query?: Query
  body?: Body
  /** The body is a form with files (`multipart/form-data`), which the handler reads as it comes in. */
  takesForm?: true
  /** When it is refused with 409; left out when it never is. */
  conflict?: string
  /** Status of success. */
  status: 200 | 201 | 202 | 204 | 303
  response: Response
}

/** Keeps the literal types of a contract. */
export function defineRoute<
  Response extends TSchema,
  Params extends TObject | undefined = undefined,
  Query extends TObject | undefined = undefined,
  Body extends TSchema | undefined = undefined,
  Access extends RouteAccess = RouteAccess,
>(
  contract: RouteContract<Params, Query, Body, Response, Access>,
): RouteContract<Params, Query, Body, Response, Access> {
  return contract
}
