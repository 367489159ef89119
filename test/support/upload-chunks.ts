import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { limits } from '@signalbox/contracts'
import type { Answer, InProcessSignalbox } from './in-process-signalbox.js'

/** The parts of an installation needed for uploads. */
export type UploadTarget = Pick<InProcessSignalbox, 'url' | 'apiKey' | 'organizationId' | 'project' | 'call'>

export function sha1Of(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('hex')
}

/**
 * Sends one chunk like Sentry's clients.
 * @returns the status.
 */
export async function sendChunk(target: UploadTarget, bytes: Buffer, name = sha1Of(bytes)): Promise<number> {
  const form = new FormData()
  form.append('file_gzip', new Blob([new Uint8Array(gzipSync(bytes))]), name)
  const url = `${target.url}/api/0/organizations/${target.organizationId}/chunk-upload/`
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.apiKey}` },
    body: form,
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Sends a bundle in as many chunks as needed. */
export async function sendChunks(target: UploadTarget, bytes: Buffer): Promise<void> {
  for (const chunk of chunksOf(bytes)) await sendChunk(target, chunk)
}

/** Requests assembly of a bundle. */
export function assembleBundle(target: UploadTarget, bytes: Buffer, more: object = {}): Promise<Answer> {
  return target.call('POST', `/api/0/organizations/${target.organizationId}/artifactbundle/assemble/`, {
    checksum: sha1Of(bytes),
    chunks: chunksOf(bytes).map(sha1Of),
    projects: [String(target.project.number)],
    ...more,
  })
}

function chunksOf(bytes: Buffer): Buffer[] {
  const { chunkBytesMax } = limits.artifacts
  const count = Math.max(Math.ceil(bytes.length / chunkBytesMax), 1)
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * chunkBytesMax, (index + 1) * chunkBytesMax))
}
