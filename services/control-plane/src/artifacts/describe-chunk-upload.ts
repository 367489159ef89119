import { limits } from '@signalbox/contracts'
import { slugOf } from '../identity/organization-slug.js'

/**
 * What old clients must read to upload bundles: `release_files` and both kinds of bundles. The other kinds are kept and
 * counted, and not applied to events.
 */
const accept = [
  'debug_files',
  'release_files',
  'pdbs',
  'sources',
  'bcsymbolmaps',
  'il2cpp',
  'portablepdbs',
  'artifact_bundles',
  'artifact_bundles_v2',
  'proguard',
]

/** How files are uploaded. Clients keep the answer, and send their token to the address in it. */
export function describeChunkUpload(publicUrl: string, organizationName: string) {
  const { chunkBytesMax, chunksPerRequestMax, bundleBytesMax, requestBytesMax, uploadConcurrency } = limits.artifacts
  return {
    url: new URL(`/api/0/organizations/${slugOf(organizationName)}/chunk-upload/`, publicUrl).href,
    chunkSize: chunkBytesMax,
    chunksPerRequest: chunksPerRequestMax,
    maxFileSize: bundleBytesMax,
    maxRequestSize: requestBytesMax,
    concurrency: uploadConcurrency,
    hashAlgorithm: 'sha1',
    // Clients that are offered more take what Node 20 cannot read.
    compression: ['gzip'],
    accept,
  }
}
