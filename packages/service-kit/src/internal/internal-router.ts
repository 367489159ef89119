import { createValidator, limits, ServiceError, toFieldFaults, type Validator } from '@signalbox/contracts'
import express, { type Request, type Response, type Router } from 'express'
import { readApiKey } from '../http/api-key.js'
import { discardBeforeClose, discardRest } from '../http/discard-rest.js'
import { readInflatedBody } from '../http/read-inflated-body.js'
import { sendJson } from '../http/send-json.js'
import { labelRoute } from '../http/route-label.js'
import { parseInPieces } from '../json/in-pieces.js'
import {
  internalHeader,
  internalOperations,
  internalPath,
  type InternalOperationName,
  type InternalRequest,
  type InternalResponse,
} from './internal-operations.js'
import { createHash, timingSafeEqual } from 'node:crypto'

/** Operations that a service provides to the others. Missing ones are refused. */
export type InternalHandlers = {
  readonly [Name in InternalOperationName]?: (
    request: InternalRequest<Name>,
  ) => Promise<InternalResponse<Name>> | InternalResponse<Name>
}

export interface InternalRouterOptions {
  /** Shared by the services of an installation. */
  token: string
  handlers: InternalHandlers
}

type Serve = (body: unknown) => unknown

/**
 * Serves the other services of the installation. Mount it beside the public routes, but do not document it with them.
 * Checks the token before reading the body.
 */
export function createInternalRouter({ token, handlers }: InternalRouterOptions): Router {
  const isToken = createTokenCheck(token)
  const served = createServers(handlers)
  const router = express.Router()
  const serve = async (req: Request, res: Response): Promise<void> => {
    labelRoute(req, internalPath)
    res.setHeader(internalHeader, '1')
    if (!isToken(readApiKey(req.headers.authorization))) {
      await discardBeforeClose(req)
      discardRest(req)
      throw new ServiceError('unauthenticated', { detail: 'The internal token of this installation is required' })
    }
    const name = req.path.slice(1).replace(/\/$/, '')
    const answer = served.get(name)
    const body = await readInflatedBody(req, limits.internal.bodyBytesMax)
    if (answer === undefined) throw new ServiceError('bad-request', { detail: `${name} is not served here` })
    await sendJson(res, await answer(await parseJson(body)))
  }
  router.use(internalPath, serve)
  return router
}

function createServers(handlers: InternalHandlers): ReadonlyMap<string, Serve> {
  // Each operation's schema validates the input of its own handler.
  const entries = Object.entries(handlers) as [InternalOperationName, Serve][]
  return new Map(entries.map(([name, handle]) => [name, createServer(name, handle)]))
}

function createServer(name: InternalOperationName, handle: Serve): Serve {
  const validate: Validator<unknown> = createValidator(internalOperations[name].request)
  return (body) => {
    const request = validate(body)
    if (request.ok) return handle(request.value)
    throw new ServiceError('bad-request', {
      detail: `Not a valid ${name} request`,
      faults: toFieldFaults('body', request.faults),
    })
  }
}

/** A session's step may have many megabytes of results. */
async function parseJson(bytes: Buffer): Promise<unknown> {
  try {
    return await parseInPieces(bytes)
  } catch (cause) {
    throw new ServiceError('bad-request', { detail: 'The body must be JSON', cause })
  }
}

/** Returns a constant-time comparison with the token that the services of an installation share. */
function createTokenCheck(token: string): (given: string | undefined) => boolean {
  const expected = digest(token)
  return (given) => timingSafeEqual(digest(given ?? ''), expected)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
