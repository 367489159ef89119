import { ServiceError } from '@signalbox/contracts'
import type { Request, Response } from 'express'
import type { RateLimits } from '../limits/rate-limits.js'
import { readApiKey } from './api-key.js'
import type { CallerGuards } from './authenticate.js'
import { networkOf } from '../network/network-of.js'
import { addressOf } from './http-exchange.js'
import { requestIdOf } from './request-id.js'

/**
 * Reports and rate-limits guessed keys. Valid keys from the same address are still accepted, because the address may be
 * shared.
 * @param error Reason for refusing the request.
 * @throws the error, or ServiceError `rate-limited` instead.
 */
export async function refuseKey(
  error: unknown,
  { req, res }: { req: Request; res: Response },
  { rateLimits, onRefusedKey }: { rateLimits: RateLimits } & Pick<CallerGuards, 'onRefusedKey'>,
): Promise<never> {
  const secret = readApiKey(req.headers.authorization)
  if (secret === undefined || !(error instanceof ServiceError) || error.code !== 'unauthenticated') throw error
  const address = addressOf(req)
  onRefusedKey?.({ secret, address, requestId: requestIdOf(res) })
  const budget = { class: 'query', keyId: `refused ${networkOf(address)}`, limit: null } as const
  const { exceeded, retryAfterSeconds } = await rateLimits.check(req, res, budget)
  throw exceeded ? new ServiceError('rate-limited', { retryAfterSeconds, cause: error }) : error
}
