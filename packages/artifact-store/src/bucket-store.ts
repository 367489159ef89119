import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { ServiceError } from '@signalbox/contracts'
import { isBlobName, pathOf, type BlobStore } from './blob-store.js'
import { listObjects } from './list-objects.js'

/** A bucket on Amazon S3 or a compatible service. */
export interface Bucket {
  /** Base URL of all blobs: the bucket in the host or the path, optionally followed by a prefix; no trailing slash. */
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Enough for 128 MiB over a slow connection. */
const timeoutMs = 120_000
/** Retries after transient errors such as 429 and 503, with growing delays. */
const retries = 3
const retryPauseMs = 100

/**
 * Stores blobs as objects in a bucket, under the same paths as in a directory. Methods reject with ServiceError
 * `unavailable` if the bucket is unreachable, does not exist or denies access.
 */
export function createBucketStore({ url, region, accessKeyId, secretAccessKey }: Bucket): BlobStore {
  const init = { service: 's3', region, accessKeyId, secretAccessKey, retries, initRetryMs: retryPauseMs }
  const client = new AwsClient(init)
  const request = (method: string, address: string, more: RequestInit = {}) =>
    answerOf(method, () =>
      client.fetch(address, { method, signal: AbortSignal.timeout(timeoutMs), redirect: 'error', ...more }),
    )
  const send = (method: string, path: string, more?: RequestInit) => request(method, `${url}/${path}`, more)
  const has: BlobStore['has'] = async (key) => (await send('HEAD', pathOf(key))) !== undefined
  return {
    has,
    put: async (key, bytes) => {
      const path = pathOf(key)
      if (await has(key)) return
      // The bucket rejects content that was corrupted in transit.
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const body = new Uint8Array(bytes)
      if ((await send('PUT', path, { body, headers: { 'x-amz-content-sha256': sha256 } })) === undefined) {
        throw unavailable(new Error('PUT returned 404: the bucket does not exist'))
      }
    },
    read: (key) => send('GET', pathOf(key)),
    remove: async (key) => {
      await send('DELETE', pathOf(key))
    },
    list: async function* (area) {
      for await (const { path, writtenAt } of listObjects(url, `${area}/`, (address) => request('GET', address))) {
        const name = path.slice(path.lastIndexOf('/') + 1)
        if (isBlobName(name) && path === pathOf({ area, name })) yield { name, writtenAt }
      }
    },
    // Object writes are atomic.
    removeUnfinished: () => Promise.resolve(),
  }
}

/** @returns the body; undefined if there is no such object. */
async function answerOf(method: string, request: () => Promise<Response>): Promise<Buffer | undefined> {
  let answer: { status: number; isDone: boolean; body: Buffer }
  try {
    const response = await request()
    answer = { status: response.status, isDone: response.ok, body: Buffer.from(await response.arrayBuffer()) }
  } catch (cause) {
    throw unavailable(cause)
  }
  const { status, isDone, body } = answer
  if (isDone) return body
  const code = /<Code>(\w{1,100})<\/Code>/.exec(body.toString('utf8', 0, 2_000))?.[1]
  // A missing bucket also responds 404, but must not look like a missing object.
  if (status === 404 && code !== 'NoSuchBucket') return undefined
  throw unavailable(new Error(`${method} returned ${status} ${code ?? ''}`))
}

function unavailable(cause: unknown): ServiceError {
  return new ServiceError('unavailable', {
    detail: 'The artifact bucket is currently unavailable',
    retryAfterSeconds: 10,
    cause,
  })
}
