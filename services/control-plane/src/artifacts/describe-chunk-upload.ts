import { limits } from '@signalbox/contracts'
import { slugOf } from '../identity/organization-slug.js'

/** Accepted kinds of uploads. Old clients call source map bundles `release_files`. */
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

/** Describes how to upload files. Clients cache the response and send their token to the URL in it. */
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
    // If offered more encodings, clients pick ones that Node 20 cannot decode.
    compression: ['gzip'],
    accept,
  }
}
