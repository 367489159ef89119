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
import { createResolvedStacks, type ResolvedStacks, type ScriptModules } from './resolved-stacks.js'

/** Loads what the frames of an event are resolved by. */
export interface ScriptLoader {
  /** @throws ServiceError `unavailable` when nobody can be asked; a map that cannot be used is a state of its module. */
  load(request: ScriptRequest): Promise<ScriptModules>
  /** Stacks that were resolved by modules of this loader. */
  stacks: ResolvedStacks
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
/** Places of which it is known that they came once. */
const seenPlacesMax = 20_000
/** Of the bytes of the cache, the parts for places and for stacks that were resolved. */
const placesShare = 1 / 8
const stacksShare = 1 / 8

/** Remembers what it was answered for a while, and keeps the indexes used last within the bytes. */
export function createScriptLoader({ directory, blobs, cacheBytesMax, clock }: ScriptLoaderOptions): ScriptLoader {
  const perf = { now: clock }
  const answers = new LRUCache<string, ResolvedScript>({ max: answersMax, ttl: foundMs, ttlResolution: 0, perf })
  const placesBytesMax = Math.ceil(cacheBytesMax * placesShare)
  const stacksBytesMax = Math.ceil(cacheBytesMax * stacksShare)
  const indexes = new LRUCache<string, FlatIndex>({
    maxSize: cacheBytesMax - placesBytesMax - stacksBytesMax,
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
        const identity = [index, module.state, script.resolvedWith, script.mapUrl ?? path].join('\n')
        modules.set(path, { ...module, identity, places: placesOf(identity) })
      }
      return modules
    },
    stacks: createResolvedStacks(stacksBytesMax),
  }
}

/**
 * Resolved places, those used last within the bytes. One is kept from the second time on: what never comes again is let go
 * before it costs more.
 * @returns those of one script, by its identity.
 */
function createPlaces(bytesMax: number): (identity: string) => PlaceMemory {
  const places = new LRUCache<string, ResolvedPlace>({ maxSize: bytesMax, sizeCalculation: placeBytes })
  const seen = new Set<string>()
  return (identity) => ({
    recall: ({ line, column }, resolve) => {
      const key = `${line}:${column}\n${identity}`
      if (!seen.has(key)) {
        if (seen.size >= seenPlacesMax) seen.clear()
        seen.add(key)
        return resolve()
      }
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
