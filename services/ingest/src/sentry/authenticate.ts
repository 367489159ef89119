import type { IngestDependencies } from '../dependencies.js'
import type { Exchange } from '../requests/exchange.js'
import { admit, checkProjectNumber, type Admission } from './admit.js'
import { ProtocolError } from '../requests/protocol-error.js'
import { readSentryAuth } from './read-sentry-auth.js'

/**
 * Identifies the sender on routes where the request itself must carry credentials.
 * @throws ProtocolError 400, 401, 403
 */
export async function authenticate(
  dependencies: Pick<IngestDependencies, 'keys' | 'rateLimits'>,
  exchange: Exchange,
): Promise<Admission> {
  checkProjectNumber(exchange)
  const auth = readSentryAuth(exchange.req.headers, exchange.query, exchange.parameters.key)
  if (auth === undefined) throw new ProtocolError(401, 'missing authorization information')
  return admit(dependencies, exchange, auth)
}
