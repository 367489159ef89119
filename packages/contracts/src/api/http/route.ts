import type { TObject, TSchema } from 'typebox'

/**
 * Permissions of an API key or of a member's role. `changes` also covers deployments: both record what changed and
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
 * Who may call a route: callers with a scope, people who are signed in with a browser, or everyone. Requests to public
 * routes are rate-limited by client address.
 */
export type RouteAccess = ApiScope | 'signed-in' | 'public'

/** The rate limit budget that a route draws from. */
export type RateLimitClass = 'query' | 'ingest'

/**
 * The single definition of a route: the server mounts it, validates and authorizes requests by it, and the OpenAPI
 * document and the client are generated from it.
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
  /** With a trailing slash and `{name}` placeholders; the server also accepts the path without the slash. */
  path: `/api/${string}`
  /** Alternative paths. */
  aliases?: readonly `/api/${string}`[]
  tag: string
  summary: string
  description?: string
  /** Scope that the caller needs, or who else may call. */
  scope: Access
  rateLimit: RateLimitClass
  /** People must have signed in or confirmed their identity within `limits.signIn.confirmedMs`; API keys are exempt. */
  needsConfirmation?: true
  params?: Params
  query?: Query
  body?: Body
  /** The body is a form with files (`multipart/form-data`), which the handler reads as a stream. */
  takesForm?: true
  /** When the route responds with 409; omitted if it never does. */
  conflict?: string
  /** Status on success. */
  status: 200 | 201 | 202 | 204 | 303
  response: Response
}

/** Preserves the literal types of a contract. */
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
