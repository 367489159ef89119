import { joinPath } from '@signalbox/source-maps'
import { findSources } from './find-sources.js'
import type { ArtifactFileRow, StoredFileRow } from './store/artifact-files.js'
import type { SourceMapIndexes } from './source-map-indexes.js'

/**
 * Converts a bundle's maps with their code ahead of time. Files that match across bundles are converted when the first
 * event needs them.
 */
export async function convertFiles(indexes: SourceMapIndexes, files: readonly StoredFileRow[]): Promise<void> {
  const maps = files.filter(({ type }) => type === 'source_map')
  const byId = new Map(maps.flatMap((map) => (map.debug_id === null ? [] : [[map.debug_id, map]])))
  const find = (urls: readonly string[]) => {
    const wanted = new Set(urls)
    return files.filter(({ url }) => wanted.has(url))
  }
  const byUrl = new Map(maps.map((map) => [map.url, map]))
  for (const code of files.filter(({ type }) => type === 'minified_source')) {
    const { debug_id: id, map_reference: reference } = code
    const map = (id === null ? undefined : byId.get(id)) ?? byUrl.get(mapUrlOf(code))
    const mapHash = map?.content_hash ?? (reference === 'data:' ? 'inline' : undefined)
    if (mapHash === undefined) continue
    const bases = [map?.url ?? code.url]
    await indexes.ensure({ codeHash: code.content_hash, mapHash }, (names) => findSources({ names, bases, find }))
  }
}

function mapUrlOf({ url, map_reference: reference }: Pick<ArtifactFileRow, 'url' | 'map_reference'>): string {
  const joined = joinPath(url, reference)
  return url.startsWith('~') ? joined.replace(/^\/~/, '~') : joined
}
