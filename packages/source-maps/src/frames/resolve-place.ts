import type { Place, SourceLines } from '../flat-index/contents.js'
import { isOwnFile, readableName } from './file-name.js'
import { joinPath } from './join-path.js'
import { moduleName } from './module-name.js'
import type { OriginalPlace, ResolvedPlace } from './resolved-place.js'
import type { ScriptModule } from './script-module.js'

/** @param base Base of relative source names: the map's URL, or the frames' path. */
export function resolvePlace(module: ScriptModule, base: string, place: Place): ResolvedPlace {
  const resolve = (): ResolvedPlace => {
    const original = module.state === 'mapped' ? findOriginal(module, base, place) : undefined
    // If there is original code, only the one minified line is worth showing: context lines would be most of an event's
    // size.
    return { code: module.index?.codeLines(place, original && 0), original }
  }
  return module.places === undefined ? resolve() : module.places.recall(place, resolve)
}

function findOriginal({ index }: ScriptModule, base: string, { line, column }: Place): OriginalPlace | undefined {
  const position = index?.find(line, column)
  if (index === undefined || position === undefined) return undefined
  const { source, sourceName } = position
  const absPath = joinPath(base, sourceName)
  const filename = readableName(sourceName)
  return {
    position,
    absPath,
    filename,
    module: moduleName(filename === sourceName ? absPath : `webpack:///${filename}`),
    isOwn: isOwnFile(absPath, filename),
    lines: index.sourceLines(source, position),
  }
}

/** Estimates the memory usage of a place, in bytes. */
export function placeBytes({ code, original }: ResolvedPlace): number {
  return objectBytes + linesBytes(code) + linesBytes(original?.lines)
}

/** Approximate V8 overhead of a place's objects, key and names, and of a string beyond its characters. */
const objectBytes = 1_024
const textBytes = 24

function linesBytes(lines: SourceLines | undefined): number {
  if (lines === undefined) return 0
  let bytes = textBytes + lines.line.length
  for (const line of lines.before) bytes += textBytes + line.length
  for (const line of lines.after) bytes += textBytes + line.length
  return bytes
}
