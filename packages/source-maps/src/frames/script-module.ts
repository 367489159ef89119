import { BrokenIndexError, FlatIndex } from '../flat-index/flat-index.js'
import type { PlaceMemory } from './resolved-place.js'
import type { ResolvedWith } from './stack-frame.js'

/** What is known of a file that frames name. */
export interface ScriptModule {
  /** `plain`: the file is not minified and has no map. */
  state: 'mapped' | 'plain' | 'missing_source' | 'missing_map' | 'malformed_map'
  /** Has the lines of the file also where there is no map; undefined when nothing was found. */
  index: FlatIndex | undefined
  /** Undefined for inline maps. */
  mapUrl: string | undefined
  resolvedWith: ResolvedWith
  /** Modules with the same one resolve alike; undefined when that is not known. */
  identity?: string
  /** Places that were resolved before; each is resolved anew when it is left out. */
  places?: PlaceMemory
}

/** What was found of a script, with the URL of its map where it has one. */
export type FoundScript = Pick<ScriptModule, 'state' | 'resolvedWith'> & { mapUrl: string | null }

/** @param index Undefined when it is gone or broken: then frames stay as they were sent. */
export function toScriptModule(
  { state, mapUrl, resolvedWith }: FoundScript,
  index: FlatIndex | undefined,
): ScriptModule {
  const isUsable = state !== 'mapped' || index !== undefined
  return { state: isUsable ? state : 'missing_map', index, mapUrl: mapUrl ?? undefined, resolvedWith }
}

/** @returns undefined for a file that is no index, or was cut off. */
export function openFlatIndex(file: Buffer): FlatIndex | undefined {
  try {
    return new FlatIndex(file)
  } catch (error) {
    if (error instanceof BrokenIndexError) return undefined
    throw error
  }
}
