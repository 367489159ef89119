import { limits } from '@signalbox/contracts'
import { slugOf } from '../identity/organization-slug.js'

/**
 * What is taken in: bundles of source maps, which old clients know as `release_files`. Debug files and ProGuard mappings
 * are not offered, so that clients say so instead of failing halfway.
 */
const accept = ['release_files', 'sources', 'artifact_bundles', 'artifact_bundles_v2']

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
