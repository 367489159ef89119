import type { NormalFrame } from '../../normal-event.js'
import type { Place } from './place.js'

const rustFile = /\.rs$/
/** The path of a source file within its crate. */
const withinCrate = /^[^]*[/\\]src[/\\](?=[^]*\.rs$)/
/** Modules in front of a name, alone or within the angle brackets of an implementation. */
const modules = /(?<![\w:])(?:[a-z_]\w{0,80}::)+(?=[\w<{])/g
/** The type of an inherent method. Constructors have one name in many types. */
const inherentType = /^(?:[A-Z]\w{0,80}::){1,5}(?!new$|default$|from_|build$)(?=[a-z_]\w{0,100}$)/
/**
 * Full debug information names functions without their modules and types, symbol tables with them. Where the source file
 * is known, it stands for the modules, and for the type of an inherent method. Implementations of a trait keep theirs.
 */
export function readPlaceByFile(place: Place, { absPath, filename }: NormalFrame): Place {
  const path = absPath || filename
  if (!rustFile.test(path)) return place
  const inCrate = path.replace(withinCrate, '')
  const module = inCrate === path ? inCrate.slice(inCrate.search(/[^/\\]*$/)) : inCrate.replaceAll('\\', '/')
  return { ...place, module, function: place.function.replace(modules, '').replace(inherentType, '') }
}
