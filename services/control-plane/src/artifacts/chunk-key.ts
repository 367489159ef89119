import type { BlobKey } from '@signalbox/artifact-store'

/** Chunks belong to one organization: nobody can assemble a file from another organization's uploads. */
export function chunkKey(organizationId: string, sha1: string): BlobKey {
  return { area: 'chunks', name: `${organizationId}-${sha1}` }
}
