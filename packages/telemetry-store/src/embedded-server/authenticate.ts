import { timingSafeEqual, createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { header } from './read-request.js'
import { exceptions } from './server-exception.js'

/** Credentials of the server's only user. */
export interface Credentials {
  user: string
  password: string
}

/**
 * Reads credentials from the same places as ClickHouse: the Authorization header, ClickHouse's own headers, the URL.
 * @throws ServerException 516 if they are wrong.
 */
export function authenticate(req: IncomingMessage, url: URL, expected: Credentials): void {
  const sent = readBasic(req) ?? {
    user: header(req, 'x-clickhouse-user') ?? url.searchParams.get('user') ?? 'default',
    password: header(req, 'x-clickhouse-key') ?? url.searchParams.get('password') ?? '',
  }
  const isRight = isSame(sent.user, expected.user) && isSame(sent.password, expected.password)
  if (!isRight) throw exceptions.notAuthenticated(sent.user)
}

function readBasic(req: IncomingMessage): Credentials | undefined {
  const encoded = /^Basic (\S+)$/i.exec(header(req, 'authorization') ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { user: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** Constant-time comparison. */
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

const digest = (text: string) => createHash('sha256').update(text).digest()
