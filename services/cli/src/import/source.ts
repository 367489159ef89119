import { explainConnection } from '@signalbox/api-client'
import type { Role } from '@signalbox/contracts'
import { CommandFailure } from '../exit-codes.js'

/** What another server knows, as far as it can be taken over. */
export interface ImportSource {
  projects: readonly SourceProject[]
  members: readonly SourceMember[]
}

export interface SourceProject {
  name: string
  /** The number in its DSNs. */
  number: number
  /** Public keys of its DSNs, 32 hex digits each, the oldest first; those that are turned off are left out. */
  publicKeys: readonly string[]
  /** Issues that are open there. */
  openIssues: number
}

export interface SourceMember {
  email: string
  role: Role
}

/** Which server is read. */
export interface SourceAddress {
  /** Without a slash at its end. */
  url: string
  token: string
}

/** An answer of another server that has, or has not, the form that is expected. */
export type Validated<Value> = { ok: true; value: Value } | { ok: false }

const timeoutMs = 30_000
const pagesMax = 1_000

/**
 * All items of a list, page by page.
 * @param next Finds the address of the next page in an answer; undefined at the end.
 * @throws CommandFailure when the server refuses or cannot be reached.
 */
export async function readPages<Item>(
  source: SourceAddress,
  path: string,
  { items, next }: { items: (body: unknown) => Item[]; next: (body: unknown, headers: Headers) => string | undefined },
): Promise<Item[]> {
  const all: Item[] = []
  let address: string | undefined = `${source.url}${path}`
  for (let page = 0; address !== undefined && page < pagesMax; page++) {
    const { body, headers } = await read(source, address)
    all.push(...items(body))
    address = next(body, headers)
  }
  return all
}

async function read({ url, token }: SourceAddress, address: string): Promise<{ body: unknown; headers: Headers }> {
  // The token is for this server: a page that another one is named for is not asked with it.
  if (new URL(address).origin !== new URL(url).origin)
    throw new CommandFailure(`${url} names a page elsewhere: ${address}`)
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const res = await fetch(address, { headers, signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
    throw new CommandFailure(explainConnection(error, url, timeoutMs), { cause: error })
  })
  if (!res.ok)
    throw new CommandFailure(`${address} answered status ${res.status}: is the token right, and may it read this?`)
  try {
    return { body: await res.json(), headers: res.headers }
  } catch (cause) {
    throw new CommandFailure(`${address} answered no JSON`, { cause })
  }
}

/** The number and the key of a DSN; undefined for what is none that can be taken over. */
export function readDsn(dsn: string): { number: number; publicKey: string } | undefined {
  const pattern = /^https?:\/\/([0-9a-f]{32})(?::[0-9a-f]*)?@[^/]+\/(?:.*\/)?([1-9]\d*)\/?$/i
  const [, publicKey, number] =
    pattern.exec(dsn.replace(/([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-/i, '$1$2$3$4')) ?? []
  if (publicKey === undefined || !Number.isSafeInteger(Number(number))) return undefined
  return { number: Number(number), publicKey: publicKey.toLowerCase() }
}
