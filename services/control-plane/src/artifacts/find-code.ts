import { candidateUrls } from '@signalbox/source-maps'
import type { ArtifactFileStore, FoundFileRow, ReleaseScope } from './store/artifact-files.js'

/** Minified code, and how it was found. */
export interface FoundCode {
  file: FoundFileRow
  resolvedWith: 'debug-id' | 'release'
}

/** Searches by debug id; otherwise by URL among the uploads for exactly this release and dist. */
export function findCode(
  files: ArtifactFileStore,
  scope: ReleaseScope,
  { path, debugId }: { path: string; debugId: string | null },
): FoundCode | undefined {
  const urls = candidateUrls(path)
  if (debugId !== null) {
    const found = files.findByDebugId(scope.projectId, debugId, 'minified_source')
    // Files with equal maps have equal debug ids.
    const file = found.find(({ url }) => urls.includes(url)) ?? found[0]
    if (file !== undefined) return { file, resolvedWith: 'debug-id' }
  }
  if (scope.release === '') return undefined
  for (const url of urls) {
    const file = files.findByUrl(scope, url).find(({ type }) => type !== 'source_map')
    if (file !== undefined) return { file, resolvedWith: 'release' }
  }
  return undefined
}
