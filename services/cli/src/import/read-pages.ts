import { explainConnection } from '@signalbox/api-client'
import { CommandFailure } from '../exit-codes.js'

/** The server to read from. */
export interface SourceAddress {
  /** Without a trailing slash. */
  url: string
  token: string
}

/** A response of another server after validation. */
export type Validated<Value> = { ok: true; value: Value } | { ok: false }

const timeoutMs = 30_000
const pagesMax = 1_000

/**
 * Returns all items of a list, page by page.
 * @param next Returns the URL of the next page from a response; undefined at the end.
 * @throws CommandFailure if the server refuses or cannot be reached.
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

/** Returns one object; undefined if it does not exist. @throws CommandFailure like `readPages`. */
export async function readObject(source: SourceAddress, path: string): Promise<unknown> {
  const { body } = await read(source, `${source.url}${path}`, { mayBeMissing: true })
  return body
}

async function read(
  { url, token }: SourceAddress,
  address: string,
  { mayBeMissing = false } = {},
): Promise<{ body: unknown; headers: Headers }> {
  // The token belongs to this server: never send it to another host that a page link names.
  if (new URL(address).origin !== new URL(url).origin)
    throw new CommandFailure(`${url} links to a page on another server: ${address}`)
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const res = await fetch(address, { headers, signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
    throw new CommandFailure(explainConnection(error, url, timeoutMs), { cause: error })
  })
  if (mayBeMissing && res.status === 404) return { body: undefined, headers: res.headers }
  if (!res.ok) throw new CommandFailure(`${address} returned status ${res.status}: check the token and its permissions`)
  try {
    return { body: await res.json(), headers: res.headers }
  } catch (cause) {
    throw new CommandFailure(`${address} did not return JSON`, { cause })
  }
}
