import { dayMs } from '@signalbox/contracts'
import type { Clock, ResolvedScript, ScriptReference, ScriptRequest, SourceMapDirectory } from '@signalbox/service-kit'
import type { ArtifactBundleStore } from './store/artifact-bundles.js'
import type { ArtifactFileStore } from './store/artifact-files.js'
import { normalizeDebugId } from '@signalbox/source-maps'
import { findCode, type FoundCode } from './find-code.js'
import { findSources, inBundles } from './find-sources.js'
import { findMap, pairOf, type FoundMap } from './find-map.js'
import type { SourceMapIndexes } from './source-map-indexes.js'

export interface ResolverDependencies {
  files: ArtifactFileStore
  bundles: Pick<ArtifactBundleStore, 'noteUse'>
  indexes: SourceMapIndexes
  clock: Clock
}

/** Uses are recorded once a day: files in use are retained, and most lookups write nothing. */
const useGrainMs = dayMs

/**
 * Finds uploaded files for the scripts of events, in the same order as Sentry: by debug id, otherwise by URL within the
 * release.
 */
export function createScriptResolver(dependencies: ResolverDependencies): SourceMapDirectory {
  return {
    resolveScripts: (request) => Promise.all(request.scripts.map((script) => resolve(dependencies, request, script))),
  }
}

async function resolve(
  { files, bundles, indexes, clock }: ResolverDependencies,
  scope: ScriptRequest,
  { path, debugId: sentId }: ScriptReference,
): Promise<ResolvedScript> {
  const debugId = normalizeDebugId(sentId) ?? null
  const code = findCode(files, scope, { path, debugId })
  const map = findMap(files, { scope, path, debugId, code: code?.file })
  if (code === undefined && map === undefined) return unresolved('missing_source')
  noteUse(bundles, code, map, clock())
  const find = inBundles(files, [map?.bundleId, code?.file.bundle_id])
  const bases = [map?.url ?? path, ...(map?.fileUrl === undefined ? [] : [map.fileUrl])]
  const index = await indexes.ensure(pairOf(code?.file, map), (names) => findSources({ names, bases, find }))
  const resolvedWith = code?.resolvedWith ?? 'debug-id'
  if (index.index_hash === null) return { ...unresolved('malformed_map'), resolvedWith, detail: index.detail }
  const state = map === undefined ? stateWithoutMap(code, debugId) : 'mapped'
  return { state, index: index.index_hash, mapUrl: map?.url ?? null, resolvedWith, detail: null }
}

/** Code that refers to no map and has no debug id to find one by needs none. */
function stateWithoutMap(code: FoundCode | undefined, debugId: string | null): ResolvedScript['state'] {
  const needsMap = debugId !== null || code?.file.debug_id !== null || code.file.map_reference !== ''
  return needsMap ? 'missing_map' : 'plain'
}

function unresolved(state: ResolvedScript['state']): ResolvedScript {
  return { state, index: null, mapUrl: null, resolvedWith: 'release', detail: null }
}

function noteUse(
  bundles: Pick<ArtifactBundleStore, 'noteUse'>,
  code: FoundCode | undefined,
  map: FoundMap | undefined,
  now: number,
): void {
  const isRecent = code !== undefined && code.file.used_at > now - useGrainMs
  const ids = [code?.file.bundle_id, map?.bundleId].filter((id) => id !== undefined)
  if (!isRecent && ids.length > 0) bundles.noteUse(ids, now)
}
