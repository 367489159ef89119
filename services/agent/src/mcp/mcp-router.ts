import { hourMs, limits, ServiceError } from '@signalbox/contracts'
import {
  labelRoute,
  readApiKey,
  refuseKey,
  type ApiCaller,
  type KeyDirectory,
  type RateLimits,
  type RefusedKeyObserver,
} from '@signalbox/service-kit'
import { LRUCache } from 'lru-cache'
import express, { type NextFunction, type Request, type Response, type Router } from 'express'
import { answerMessage, type MessageServices } from './answer-message.js'
import { createSecretVault, type SecretVault } from '../model/secret-vault.js'
import { guardBrowsers } from './guard-browsers.js'

export interface McpRouterOptions extends MessageServices {
  keys: KeyDirectory
  rateLimits: RateLimits
  onRefusedKey?: RefusedKeyObserver
  /** Public URL of the installation. */
  publicUrl: string
}

const path = '/mcp'
/** What was hidden is remembered for so many keys, an hour after each was used last. */
const remembered = { keysMax: 100, secretsMax: 500, ttlMs: hourMs }

/** Hidden secrets are remembered for this many keys, for an hour after each key's last use. */
export function createMcpRouter(options: McpRouterOptions): Router {
  const router = express.Router()
  const callers = new WeakMap<Request, ApiCaller>()
  const vaults = createVaults()
  const readBody = express.json({ limit: limits.body.jsonBytesMax })
  router.use(path, (req, _res, next) => {
    labelRoute(req, path)
    guardBrowsers(req, options.publicUrl)
    next()
  })
  const admit = async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    const caller = await findCaller(req, options).catch((error: unknown) => refuseKey(error, { req, res }, options))
    await checkRate(caller, { req, res }, options)
    callers.set(req, caller)
    next()
  }
  const serve = async (req: Request, res: Response): Promise<void> => {
    const caller = callers.get(req)
    if (caller === undefined) throw new ServiceError('unauthenticated')
    await answerMessage(options, { caller, vault: vaults(caller.keyId) }, { req, res })
  }
  router.post(path, admit, readBody, explainBodyFault, serve)
  router.all(path, (_req, res) => {
    res.setHeader('Allow', 'POST')
    throw new ServiceError('method-not-allowed', { detail: 'Sessions are not supported: send POST' })
  })
  return router
}

/**
 * Serves the Model Context Protocol over HTTP, without sessions: each POST is a request with a JSON response. It is
 * guarded like the API, in the same order: origin, caller, rate limit, and within the tools the caller's scopes.
 */
function createVaults(): (keyId: string) => SecretVault {
  const { keysMax: max, ttlMs: ttl, secretsMax } = remembered
  const vaults = new LRUCache<string, SecretVault>({ max, ttl, updateAgeOnGet: true })
  return (keyId) => {
    const vault = vaults.get(keyId) ?? createSecretVault(secretsMax)
    vaults.set(keyId, vault)
    return vault
  }
}

async function findCaller(req: Request, { keys }: McpRouterOptions): Promise<ApiCaller> {
  const key = readApiKey(req.headers.authorization)
  const caller = key === undefined ? undefined : await keys.findApiKey(key)
  if (caller) return caller
  throw new ServiceError('unauthenticated', { detail: 'Send `Authorization: Bearer <API key>`' })
}

async function checkRate(
  caller: ApiCaller,
  { req, res }: { req: Request; res: Response },
  { rateLimits }: McpRouterOptions,
): Promise<void> {
  const budget = { class: 'query', keyId: caller.keyId, limit: caller.queryLimitPerMinute } as const
  const { exceeded, retryAfterSeconds } = await rateLimits.check(req, res, budget)
  if (exceeded) throw new ServiceError('rate-limited', { retryAfterSeconds })
}

const bodyFaults: Readonly<Record<number, 'body-too-large' | 'unsupported-encoding'>> = {
  413: 'body-too-large',
  415: 'unsupported-encoding',
}

/** Secrets hidden from the holders of each key. */
function explainBodyFault(error: unknown, _req: Request, _res: Response, _next: NextFunction): void {
  if (error instanceof ServiceError) throw error
  const status = error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 400
  throw new ServiceError(bodyFaults[status] ?? 'invalid-body', {
    detail: 'The body must be JSON in UTF-8',
    cause: error,
  })
}
