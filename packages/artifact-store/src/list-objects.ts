import { ServiceError } from '@signalbox/contracts'

/** An object in a bucket. */
export interface BucketObject {
  /** Relative to the base URL. */
  path: string
  /** Unix milliseconds. */
  writtenAt: number
}

/** Fetches a body; undefined for 404. */
type Get = (address: string) => Promise<Buffer | undefined>

/** A bucket and the key prefix of all blobs. */
interface Root {
  bucket: string
  prefix: string
}

/**
 * Lists all objects below a URL whose paths start with `start`, in pages of 1 000.
 * @throws ServiceError `unavailable` if the bucket cannot be listed.
 */
export async function* listObjects(url: string, start: string, get: Get): AsyncGenerator<BucketObject> {
  const { root, page: first } = await findRoot(url, start, get)
  for (let page: string | undefined = first; page !== undefined; page = await readNext(root, { start, page, get })) {
    for (const [, entry = ''] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
      const key = textOf(entry, 'Key') ?? ''
      const writtenAt = Date.parse(textOf(entry, 'LastModified') ?? '')
      if (key.startsWith(root.prefix) && !Number.isNaN(writtenAt))
        yield { path: key.slice(root.prefix.length), writtenAt }
    }
  }
}

/**
 * A URL does not reveal whether the bucket is in its path or its host, so this tries both: the one that returns a
 * listing wins.
 */
async function findRoot(url: string, start: string, get: Get): Promise<{ root: Root; page: string }> {
  for (const root of rootsOf(url)) {
    const page = (await get(addressOf(root, start)))?.toString('utf8')
    if (page?.includes('<ListBucketResult') === true) return { root, page }
  }
  throw new ServiceError('unavailable', {
    detail: 'The artifact bucket does not list its objects',
    retryAfterSeconds: 60,
  })
}

function rootsOf(url: string): Root[] {
  const { origin, pathname } = new URL(url)
  const [first = '', ...rest] = pathname.split('/').filter((part) => part !== '')
  const prefixOf = (parts: readonly string[]) => parts.map((part) => `${decodeURIComponent(part)}/`).join('')
  if (first === '') return [{ bucket: `${origin}/`, prefix: '' }]
  return [
    { bucket: `${origin}/${first}`, prefix: prefixOf(rest) },
    { bucket: `${origin}/`, prefix: prefixOf([first, ...rest]) },
  ]
}

async function readNext(
  root: Root,
  { start, page, get }: { start: string; page: string; get: Get },
): Promise<string | undefined> {
  const token = textOf(page, 'NextContinuationToken')
  if (token === undefined) return undefined
  return (await get(addressOf(root, start, token)))?.toString('utf8')
}

function addressOf({ bucket, prefix }: Root, start: string, token?: string): string {
  const query = new URLSearchParams({ 'list-type': '2', prefix: `${prefix}${start}` })
  if (token !== undefined) query.set('continuation-token', token)
  return `${bucket}?${query.toString()}`
}

/** Text content of an XML element. */
function textOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
