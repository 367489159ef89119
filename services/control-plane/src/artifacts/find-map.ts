import { candidateUrls, joinPath } from '@signalbox/source-maps'
import type { ArtifactFileStore, FoundFileRow, ReleaseScope } from './store/artifact-files.js'
import type { MapPair } from './source-map-indexes.js'

/** The map of a file, and its location. */
export interface FoundMap {
  /** `inline` for a map embedded in the code. */
  hash: string
  /** Null if it is embedded in the code. */
  url: string | null
  /** URL it was uploaded for; for an inline map, that of its code. */
  fileUrl: string | undefined
  bundleId: string | undefined
}

interface Search {
  scope: ReleaseScope
  /** The code's path in frames. */
  path: string
  debugId: string | null
  code: FoundFileRow | undefined
}

/**
 * Searches by debug id first, because the map URL in the code is often not the one it was uploaded for; otherwise by
 * that URL, in the code's bundle and then in the release.
 */
export function findMap(files: ArtifactFileStore, { scope, path, debugId, code }: Search): FoundMap | undefined {
  const reference = code?.map_reference ?? ''
  const url = reference === '' || reference.startsWith('data:') ? null : joinPath(path, reference)
  const id = debugId ?? code?.debug_id ?? null
  const byId = id === null ? undefined : files.findByDebugId(scope.projectId, id, 'source_map')[0]
  if (byId !== undefined) return toFoundMap(byId, url)
  if (reference.startsWith('data:')) {
    return { hash: 'inline', url: null, fileUrl: code?.url, bundleId: code?.bundle_id }
  }
  const found = url === null ? undefined : findByUrl(files, { scope, code, url })
  return found && toFoundMap(found, url)
}

function toFoundMap({ content_hash: hash, url: fileUrl, bundle_id: bundleId }: FoundFileRow, url: string | null) {
  return { hash, url, fileUrl, bundleId }
}

function findByUrl(
  files: ArtifactFileStore,
  { scope, code, url }: { scope: ReleaseScope; code: FoundFileRow | undefined; url: string },
): FoundFileRow | undefined {
  for (const candidate of candidateUrls(url)) {
    const beside = code && files.findInBundle(code.bundle_id, candidate)
    const found = beside ?? (scope.release === '' ? undefined : files.findByUrl(scope, candidate)[0])
    if (found !== undefined) return found
  }
  return code && files.findInBundle(code.bundle_id, joinPath(code.url, code.map_reference).replace(/^\/~/, '~'))
}

/** The pair to convert for a file and its map. */
export function pairOf(code: FoundFileRow | undefined, map: FoundMap | undefined): MapPair {
  return { codeHash: code?.content_hash, mapHash: map?.hash }
}
