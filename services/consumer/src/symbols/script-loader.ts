import type { BlobStore } from '@signalbox/artifact-store'
import type { Clock, ResolvedScript, ScriptReference, ScriptRequest, SourceMapDirectory } from '@signalbox/service-kit'
import {
  openFlatIndex,
  placeBytes,
  toScriptModule,
  type FlatIndex,
  type PlaceMemory,
  type ResolvedPlace,
  type ScriptModule,
} from '@signalbox/source-maps'
import { LRUCache } from 'lru-cache'

/** What is known of scripts, by their paths. */
export type ScriptModules = ReadonlyMap<string, ScriptModule>

/** Loads what the frames of an event are resolved by. */
export interface ScriptLoader {
  /** @throws ServiceError `unavailable` when nobody can be asked; a map that cannot be used is a state of its module. */
  load(request: ScriptRequest): Promise<ScriptModules>
}

export interface ScriptLoaderOptions {
  directory: SourceMapDirectory
  blobs: BlobStore
  /** Bytes of indexes, and of what was read of them, that are kept in memory. */
  cacheBytesMax: number
  clock: Clock
}

/** Answers are remembered so long, in milliseconds: what is found may be replaced, what is missing may be uploaded. */
const foundMs = 60_000
const missingMs = 5_000
const answersMax = 50_000
/** Of the bytes of the cache, the part for places that were resolved. */
const placesShare = 1 / 8

/** Remembers what it was answered for a while, and keeps the indexes used last within the bytes. */
export function createScriptLoader({ directory, blobs, cacheBytesMax, clock }: ScriptLoaderOptions): ScriptLoader {
  const perf = { now: clock }
  const answers = new LRUCache<string, ResolvedScript>({ max: answersMax, ttl: foundMs, ttlResolution: 0, perf })
  const placesBytesMax = Math.ceil(cacheBytesMax * placesShare)
  const indexes = new LRUCache<string, FlatIndex>({
    maxSize: cacheBytesMax - placesBytesMax,
    sizeCalculation: ({ bytes }) => bytes,
  })
  const placesOf = createPlaces(placesBytesMax)
  const answer = async (request: ScriptRequest): Promise<ResolvedScript[]> => {
    const unknown = request.scripts.filter((script) => !answers.has(keyOf(request, script)))
    const fresh = unknown.length === 0 ? [] : await directory.resolveScripts({ ...request, scripts: unknown })
    const found = new Map(unknown.map((script, index) => [keyOf(request, script), fresh[index]]))
    for (const [key, script] of found) {
      if (script !== undefined) answers.set(key, script, { ttl: script.state === 'mapped' ? foundMs : missingMs })
    }
    return request.scripts.map((script) => {
      const key = keyOf(request, script)
      return found.get(key) ?? answers.get(key) ?? notFound
    })
  }
  const readIndex = async (name: string): Promise<FlatIndex | undefined> => {
    const known = indexes.get(name)
    if (known !== undefined) return known
    const file = await blobs.read({ area: 'indexes', name })
    const read = file && openFlatIndex(file)
    if (read !== undefined) indexes.set(name, read)
    return read
  }
  return {
    load: async (request) => {
      const resolved = await answer(request)
      const modules = new Map<string, ScriptModule>()
      for (const [at, { path }] of request.scripts.entries()) {
        const { index, ...script } = resolved[at] ?? notFound
        const module = toScriptModule(script, index === null ? undefined : await readIndex(index))
        modules.set(path, { ...module, places: placesOf(`${index}\n${module.state}\n${script.mapUrl ?? path}`) })
      }
      return modules
    },
  }
}

/** Resolved places, those used last within the bytes. @returns those of one script, by all that places of it depend on. */
function createPlaces(bytesMax: number): (script: string) => PlaceMemory {
  const places = new LRUCache<string, ResolvedPlace>({ maxSize: bytesMax, sizeCalculation: placeBytes })
  return (script) => ({
    recall: ({ line, column }, resolve) => {
      const key = `${line}:${column}\n${script}`
      const known = places.get(key)
      if (known !== undefined) return known
      const found = resolve()
      places.set(key, found)
      return found
    },
  })
}

const notFound: ResolvedScript = {
  state: 'missing_source',
  index: null,
  mapUrl: null,
  resolvedWith: 'release',
  detail: null,
}

function keyOf({ projectId, release, dist }: ScriptRequest, { path, debugId }: ScriptReference): string {
  return JSON.stringify([projectId, release, dist, path, debugId])
}
