import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Answer, InProcessSignalbox } from './in-process-signalbox.js'

/** What an installation must have for files to be uploaded to it. */
export type UploadTarget = Pick<InProcessSignalbox, 'url' | 'apiKey' | 'organizationId' | 'project' | 'call'>

export function sha1Of(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('hex')
}

/** Sends one chunk, as Sentry's clients do. @returns the status. */
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

/** Asks for a bundle to be put together of one chunk. */
export function assembleBundle(target: UploadTarget, bytes: Buffer, more: object = {}): Promise<Answer> {
  return target.call('POST', `/api/0/organizations/${target.organizationId}/artifactbundle/assemble/`, {
    checksum: sha1Of(bytes),
    chunks: [sha1Of(bytes)],
    projects: [String(target.project.number)],
    ...more,
  })
}
