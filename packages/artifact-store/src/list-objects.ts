import { ServiceError } from '@signalbox/contracts'

/** An object of a bucket. */
export interface BucketObject {
  /** Below the URL of the blobs. */
  path: string
  /** Unix milliseconds. */
  writtenAt: number
}

/** Answers the body; undefined for 404. */
type Get = (address: string) => Promise<Buffer | undefined>

/** A bucket, and what the names of blobs begin with in it. */
interface Root {
  bucket: string
  prefix: string
}

/**
 * All objects whose paths below a URL begin so, in pages of a thousand.
 * @throws ServiceError `unavailable` when the bucket does not list them.
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

/** Whether the bucket is in the path or in the host of a URL is not to be seen from it: the one that answers a list it is. */
async function findRoot(url: string, start: string, get: Get): Promise<{ root: Root; page: string }> {
  for (const root of rootsOf(url)) {
    const page = (await get(addressOf(root, start)))?.toString('utf8')
    if (page?.includes('<ListBucketResult') === true) return { root, page }
  }
  throw new ServiceError('unavailable', {
    detail: 'The bucket of uploaded files does not list its objects',
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

/** The text of an element of XML. */
function textOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
