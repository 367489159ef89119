import type { BlobKey } from '@signalbox/artifact-store'

/** Chunks belong to organizations: nobody can have a file put together of what others uploaded. */
export function chunkKey(organizationId: string, sha1: string): BlobKey {
  return { area: 'chunks', name: `${organizationId}-${sha1}` }
}
