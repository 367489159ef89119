import type { BlobStore } from '@signalbox/artifact-store'
import type { ScriptRequest, SourceMapDirectory } from '@signalbox/service-kit'
import { BrokenIndexError, FlatIndex, type ScriptModule } from '@signalbox/source-maps'

/** What frames are resolved by at this moment, by the paths of scripts. Nothing is remembered. */
export async function loadModules(
  { sourceMaps, blobs }: { sourceMaps: SourceMapDirectory; blobs: BlobStore },
  request: ScriptRequest,
): Promise<ReadonlyMap<string, ScriptModule>> {
  const resolved = await sourceMaps.resolveScripts(request)
  const modules = new Map<string, ScriptModule>()
  for (const [at, script] of request.scripts.entries()) {
    const found = resolved[at]
    if (found === undefined) continue
    const { state, mapUrl, resolvedWith } = found
    const index = found.index === null ? undefined : await openIndex(blobs, found.index)
    modules.set(script.path, { state, mapUrl: mapUrl ?? undefined, resolvedWith, index })
  }
  return modules
}

async function openIndex(blobs: BlobStore, name: string): Promise<FlatIndex | undefined> {
  const file = await blobs.read({ area: 'indexes', name })
  try {
    return file && new FlatIndex(file)
  } catch (error) {
    if (error instanceof BrokenIndexError) return undefined
    throw error
  }
}
