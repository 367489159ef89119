import type { NormalFrame } from '../../normal-event.js'
import type { Place } from './place.js'

const rustFile = /\.rs$/
/** The path of a source file within its crate. */
const withinCrate = /^[^]*[/\\]src[/\\](?=[^]*\.rs$)/
/** Modules in front of a name, alone or within the angle brackets of an implementation. */
const modules = /(?<![\w:])(?:[a-z_]\w{0,80}::)+(?=[\w<{])/g
/** The type of an inherent method. Constructors have one name in many types. */
const inherentType = /^(?:[A-Z]\w{0,80}::){1,5}(?!new$|default$|from_|build$)(?=[a-z_]\w{0,100}$)/
/** A closure or an async block, as both manglings write it. */
const bareClosure = /^\{{1,2}[a-z_]{1,40}(?:#\d{1,6})?\}{1,2}$/

/**
 * Full debug information names functions without their modules and types, symbol tables with them. Where the source file
 * is known, it stands for the modules, and for the type of an inherent method. Implementations of a trait keep theirs. It
 * leaves out the function that a closure was written in, too: see `findRustClosures`.
 */
export function readPlaceByFile(place: Place, { absPath, filename }: NormalFrame): Place {
  const path = absPath || filename
  if (path === '') return readPlaceByName(place)
  if (!rustFile.test(path)) return place
  const inCrate = path.replace(withinCrate, '')
  const module = inCrate === path ? inCrate.slice(inCrate.search(/[^/\\]*$/)) : inCrate.replaceAll('\\', '/')
  const name = place.function.replace(modules, '').replace(inherentType, '')
  const isUnnamed = bareClosure.test(name) || (place.isAnonymous && name === 'main')
  return { ...place, module, function: isUnnamed ? '{closure}' : name }
}

/** A function's modules, all in snake case: without debug information, the last of them stands for the file. */
const inModule = /^(?:[a-z_]\w{0,80}::){1,10}([a-z_]\w{0,80})::((?:[A-Z]\w{0,80}::)?[a-z_]\w{0,100})$/

function readPlaceByName(place: Place): Place {
  const [, module, name] = inModule.exec(place.function) ?? []
  return module === undefined || name === undefined || place.module !== ''
    ? place
    : { ...place, module: `${module}.rs`, function: name.replace(inherentType, '') }
}

/**
 * Indexes of closures without the name of their function that ran while a function of the same file did: they count as
 * that function, as closures with a full name do.
 */
export function findRustClosures(frames: readonly NormalFrame[]): ReadonlySet<number> {
  const closures = new Set<number>()
  let caller: NormalFrame | undefined
  for (const [index, frame] of frames.entries()) {
    if (!frame.inApp) continue
    const path = frame.absPath || frame.filename
    if (!bareClosure.test(frame.function)) caller = frame
    else if (rustFile.test(path) && path === (caller?.absPath || caller?.filename)) closures.add(index)
  }
  return closures
}
