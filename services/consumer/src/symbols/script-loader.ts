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

/** Loads what is needed to resolve an event's frames. */
export interface ScriptLoader {
  /** @throws ServiceError `unavailable` if the directory is unreachable; an unusable map is a state of its module. */
  load(request: ScriptRequest): Promise<ScriptModules>
  /** Stacks resolved with modules of this loader. */
  stacks: ResolvedStacks
}

export interface ScriptLoaderOptions {
  directory: SourceMapDirectory
  blobs: BlobStore
  /** Maximum bytes of indexes, and of data read from them, cached in memory. */
  cacheBytesMax: number
  clock: Clock
}

/** How long responses are cached, in milliseconds: existing artifacts may be replaced, missing ones uploaded. */
const foundMs = 60_000
const missingMs = 5_000
const answersMax = 50_000
/** Maximum number of requests remembered whole. */
const requestsMax = 5_000
/** Maximum number of places remembered as seen once. */
const seenPlacesMax = 20_000
/** Shares of the cache for places and for resolved stacks. */
const placesShare = 1 / 8
const stacksShare = 1 / 8

/** Caches responses for a limited time, and the most recently used indexes up to a size limit. */
export function createScriptLoader({ directory, blobs, cacheBytesMax, clock }: ScriptLoaderOptions): ScriptLoader {
  const perf = { now: clock }
  const answers = new LRUCache<string, ResolvedScript>({ max: answersMax, ttl: foundMs, ttlResolution: 0, perf })
  /** Modules of requests for scripts that have no map: those with one would keep its index in memory. */
  const unmapped = new LRUCache<string, ScriptModules>({ max: requestsMax, ttl: missingMs, ttlResolution: 0, perf })
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
      const key = keyOfRequest(request)
      const known = unmapped.get(key)
      if (known !== undefined) return known
      const resolved = await answer(request)
      const modules = new Map<string, ScriptModule>()
      for (const [at, { path }] of request.scripts.entries()) {
        const { index, ...script } = resolved[at] ?? notFound
        const module = toScriptModule(script, index === null ? undefined : await readIndex(index))
        const identity = [index, module.state, script.resolvedWith, script.mapUrl ?? path].join('\n')
        modules.set(path, { ...module, identity, places: placesOf(identity) })
      }
      if (resolved.every(({ index }) => index === null)) {
        const ttl = Math.min(...request.scripts.map((script) => answers.getRemainingTTL(keyOf(request, script))))
        if (ttl > 0 && ttl <= missingMs) unmapped.set(key, modules, { ttl })
      }
      return modules
    },
    stacks: createResolvedStacks(stacksBytesMax),
  }
}

/**
 * Cache of resolved places, least recently used evicted first. A place is only cached the second time it occurs, so
 * that one-off places cost almost nothing.
 * @returns A function that returns the places of one script, by its identity.
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

const texts = new WeakMap<readonly ScriptReference[], string>()

/** Events with the same stack have the same list of scripts. */
function keyOfRequest({ projectId, release, dist, scripts }: ScriptRequest): string {
  const text = texts.get(scripts) ?? JSON.stringify(scripts)
  texts.set(scripts, text)
  return JSON.stringify([projectId, release, dist]) + text
}

function keyOf({ projectId, release, dist }: ScriptRequest, { path, debugId }: ScriptReference): string {
  return JSON.stringify([projectId, release, dist, path, debugId])
}
