import { limits } from '@signalbox/contracts'
import { slugOf } from '../identity/organization-slug.js'

/** What is taken in. Old clients know bundles of source maps as `release_files`. */
const accept = [
  'release_files',
  'artifact_bundles',
  'artifact_bundles_v2',
  'debug_files',
  'sources',
  'pdbs',
  'portablepdbs',
  'bcsymbolmaps',
  'il2cpp',
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
