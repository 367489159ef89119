import type { NormalFrame } from '../../normal-event.js'
import { dotnetPlatforms, jvmPlatforms, nativePlatforms } from '../../platforms.js'
import { cleanFunctionName } from '../function-name.js'
import { cleanRustImplementation } from '../native-name.js'
import { readWrittenGoPlace } from './go-place.js'
import type { Place } from './place.js'
import { readPlace } from './read-place.js'
import { readPlaceByFile } from './rust-place.js'
import { minifiedColumn } from '../stack-key.js'

type Read = (frame: NormalFrame, platform: string) => Place | undefined

/** Like `readPlace`, but also normalizes names that differ by compiler, bundler or runtime version. */
export const readWrittenPlace: Read = (frame, platform) => {
  if (nativePlatforms.has(platform) || platform === 'rust') return readNative(frame, platform)
  if (jvmPlatforms.has(platform)) return readJvm(frame, platform)
  return (others.get(platform) ?? readPlace)(frame, platform)
}

const moduleAndOffset = /^[\w.-]{1,100}!|\s\+\s(?:0x)?[0-9a-f]{1,16}$/gi
/** MSVC, GCC and Clang each name lambdas, and the place they were written, differently. */
const lambda =
  /::(?:\$_\d{1,6}|\{lambda\([^{}]{0,300}\)#\d{1,6}\}|'lambda\d{0,6}'(?:\([^()]{0,300}\))?|<lambda_\w{1,60}>)(?:::operator\(\)[^]*)?$/
const quotedScope = /`([^`']{1,300})'(?:::`\d{1,6}')?/g
const swiftClosure = /^(?:(?:partial apply for )?(?:implicit )?closure #\d{1,6} (?:\([^()]{0,200}\) )?in ){1,6}/
const block = /^_{2,3}\d{1,6}(?=[-+]\[)|(?<=\])_block_invoke(?:_\d{1,6})?$/g
/** Call of a boxed closure. */
const closureCall = /^<[^]{1,500}\bas core::ops::function::Fn(?:Once|Mut)?(?:<[^]*>)?>::call(?:_once|_mut)?\b/

const readNative: Read = (frame, platform) => {
  if (closureCall.test(frame.function)) return undefined
  const name = cleanRustImplementation(frame.function) ?? frame.function
  const scoped = name.replace(moduleAndOffset, '').replace(quotedScope, (_, scope: string) => {
    return scope === 'anonymous namespace' ? '(anonymous namespace)' : scope
  })
  const around = scoped.replace(lambda, '').replace(swiftClosure, '').replace(block, '')
  const place =
    around === frame.function ? readPlace(frame, platform) : readPlace({ ...frame, function: around }, platform)
  if (place === undefined) return undefined
  return readPlaceByFile(around === scoped ? place : { ...place, isAnonymous: true }, frame)
}

/**
 * D8's synthetic classes for lambdas; virtual machines with native lambdas have others, which do not contribute either.
 */
const syntheticClass = /\$\$(?:External|Internal)Synthetic\w{1,40}$/
/** Kotlin 1.5 and 1.6 number lambdas with a dash. */
const dashedLambda = /\$lambda-(?=\d)/
/** The value of a lazy property, which older compilers name after the property alone. */
const delegateLambda = /_delegate(?=\$lambda\$\d)/
const interfaceDefaults = /\$DefaultImpls$/
/** Compose hoists non-capturing lambdas, numbered in file order. */
const composeLambda = /(^|\.)ComposableSingletons\$(\w{1,200})\$lambda[-$][^]*$/

const readJvm: Read = (frame, platform) => {
  const { module, function: name } = frame
  if (!module.includes('$') && !name.includes('$')) return readPlace(frame, platform)
  if (syntheticClass.test(module)) return undefined
  const owner = composeLambda.exec(module)
  if (owner !== null)
    return {
      module: `${module.slice(0, owner.index)}${owner[1] ?? ''}${owner[2] ?? ''}`,
      function: '',
      isAnonymous: true,
    }
  return readPlace(
    {
      ...frame,
      module: module.replace(interfaceDefaults, ''),
      function: name.replace(dashedLambda, '$lambda$$').replace(delegateLambda, ''),
    },
    platform,
  )
}

/** Erlang compiles closures and comprehensions to separate functions; Elixir names the enclosing function. */
const erlangPart =
  /^(?:[\w.]{1,200}\.)?"?-(?:inlined-|for )?([\w?!@]{1,200}\/\d{1,3})(?:-(?:fun|anonymous|lc|lbc|lists)\b[^]*)?-"?(?:\/\d{1,3})?$/
const elixirClosure = /^anonymous fn\/\d{1,3} in (?:[^]{0,300}\.)?([\w?!@]{1,200}\/\d{1,3})$/

const readElixir: Read = (frame, platform) => {
  const { module, function: name } = frame
  const around = (elixirClosure.exec(name) ?? erlangPart.exec(name))?.[1]
  if (around !== undefined) return { module, function: around, isAnonymous: true }
  const isOfModule = module !== '' && name.startsWith(`${module}.`)
  return isOfModule
    ? { module, function: name.slice(module.length + 1), isAnonymous: false }
    : readPlace(frame, platform)
}

/** The frame that ran the generator shows the line as well. */
const readPython: Read = (frame, platform) => (frame.function === '<genexpr>' ? undefined : readPlace(frame, platform))

/** V8 names anonymous functions by the property that holds them: of a timer or a module. */
const heldFunction = /(?:^|\.)(?:_onTimeout|_onImmediate)$/
const defaultExport = /^(?:[\w$]{1,100}\.)?(?:exports|default|default_\d{1,4}|[\w$]{1,100}_default)$/
/** esbuild's and TypeScript's helpers for private methods. */
const privateMethod =
  /^(?:[\w$]{1,100}\.)?(?:#([\w$]{1,100})|([\w$]{1,100})_fn|_[A-Z][A-Za-z0-9$]{0,60}_([\w$]{1,100}))$/

/** What a component calls an event handler. Unlike variables, minifiers don't rename it, but any component may have one. */
const handlerProperty = /^(?:[\w$]{1,100}\.)?on[A-Z][A-Za-z]{1,40}$/

const readBrowser: Read = (frame, platform) => {
  const isMinified = (frame.colno ?? 0) > minifiedColumn && frame.contextLine === ''
  return readPlace(isMinified && handlerProperty.test(frame.function) ? { ...frame, function: '' } : frame, platform)
}

/** A minified function, and the property that holds it, which minifiers don't rename. */
const minifiedProperty = /^(?:[\w$]{1,100}\.)?[\w$]{1,3} \[as ([\w$]{3,100})\]$/

const readNode: Read = (frame, platform) => {
  const property = (frame.colno ?? 0) > minifiedColumn ? minifiedProperty.exec(frame.function)?.[1] : undefined
  const name = property ?? cleanFunctionName(frame.function, platform)
  if (heldFunction.test(name)) return readPlace({ ...frame, function: '' }, platform)
  if (defaultExport.test(name)) return readPlace({ ...frame, function: 'default' }, platform)
  const own = privateMethod.exec(name)
  if (own !== null) return readPlace({ ...frame, function: own[1] ?? own[2] ?? own[3] ?? '' }, platform)
  return readPlace(property === undefined ? frame : { ...frame, function: property }, platform)
}

/** Newer SDKs add the return type and parameters to names that the compiler generated. */
const signedGenerated = /(?:^|[\s.+])(<+[^<>\s]{1,200}>+[a-z]__[\w|]{1,200})\(/

/** Number of type parameters, also of generated classes. */
const arity = /`\d{1,3}$/

const readDotnet: Read = (frame, platform) => {
  const own = signedGenerated.exec(frame.function)?.[1] ?? frame.function
  const module = frame.module.replace(arity, '')
  return readPlace(
    own === frame.function && module === frame.module ? frame : { ...frame, module, function: own },
    platform,
  )
}

const namespace = /(?<![\w\\])\\?(?:[A-Za-z_]\w{0,100}\\){1,20}(?=[\w{])/g

/** Only the last part of a class's name contributes, as of a module's. */
function withoutNamespace(place: Place | undefined): Place | undefined {
  return place?.function.includes('\\') === true ? { ...place, function: place.function.replace(namespace, '') } : place
}

const boundClosure = /^(?:[^]{0,300}\\)?(\w{1,200})::\{closure\}$/

/** A file included by a class (routes, configuration) has closures that older PHP versions name after that class. */
const readPhp: Read = (frame, platform) => {
  const place = withoutNamespace(readPlace(frame, platform))
  const owner = boundClosure.exec(place?.function ?? '')?.[1]
  const isElsewhere = owner !== undefined && frame.filename !== '' && !frame.filename.endsWith(`${owner}.php`)
  return place !== undefined && isElsewhere ? { ...place, function: '{closure}' } : place
}

/** Closure names as printed by the virtual machine and by the `stack_trace` package. */
const dartClosure = /(?:\.<(?:fn|anonymous closure)>){1,20}$/
/** How the virtual machine marks constructors. */
const dartConstructor = /^new (?=\w)/

const readDart: Read = (frame, platform) => {
  const written = frame.function.replace(dartConstructor, '')
  const name = written.replace(dartClosure, '')
  const place = readPlace({ ...frame, function: name }, platform)
  return place !== undefined && name !== written ? { ...place, isAnonymous: true } : place
}

const others = new Map<string, Read>([
  ...[...dotnetPlatforms].map((platform): [string, Read] => [platform, readDotnet]),
  ['go', readWrittenGoPlace],
  ['dart', readDart],
  ['elixir', readElixir],
  ['python', readPython],
  ['node', readNode],
  ['javascript', readBrowser],
  ['php', readPhp],
])
