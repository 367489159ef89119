import type { NormalFrame } from '../normal-event.js'
import { contextOf, fileName, urlOrigin } from './frame.js'
import type { Place } from './places/place.js'
import { readPlace } from './places/read-place.js'
import { minifiedColumn } from './stack-key.js'
import { scriptPlatforms } from '../platforms.js'

const query = /[?#][^]*$/
/** Bundlers renumber chunks in every build. */
const numberedChunk = /^(?:chunk-?)?\d{1,8}(?=\.)/
/** What every component has, and the chunk that bundlers make of a component that is loaded when needed. */
const ofComponent = /^(?:render|setup|created|mounted|updated|unmounted|beforeMount|data|ngOnInit|ngOnChanges)$/
const componentChunk = /\/([A-Z][a-z]{1,30}(?:[A-Z][A-Za-z]{1,30}){0,6})[-.][\w-]{4,20}\.js$/
/** One source, bundled for iOS and for Android. */
const nativeBundle = /^(?:main\.jsbundle|index\.(?:android|ios)\.bundle)$/
/** Minifiers rename functions in every build. In large bundles, names have three letters, unlike the words of methods. */
const minifiedName = /^(?:[\w$]{1,2}|(?!(?:GET|PUT)$)(?=[\w$]?[^a-z]|[\w$]{2}[^a-z])[\w$]{3})$/
/** Without a source line, a browser's code is most likely minified, at any column. */
const shortName = /^[\w$]{1,2}$/
/** A function alone, unlike a method, may have any such name. */
const minifiedFunction = /^(?:async )?(?!GET$|PUT$)[\w$]{3}$/
/** Recognizes minified code: statements and arguments without a space between them throughout the line. */
const minifiedLine = /^(?=[^]{100})(?:[^;,]{0,200}[;,](?! )){4}/
/** SDKs truncate long lines around the column, which moves. */
const cutLine = /^'?\{snip\}|\{snip\}$/

/** A text with its name. */
export interface TextPart {
  name: string
  value: string
}

/** An in-app frame's place in the source. */
export interface PlacedFrame {
  place: Place
  /** Has no parts if the place is unknown. */
  component: { name: string; parts: readonly TextPart[] }
  /** As sent; empty if missing. */
  sourceLine: string
  /** True if the source line is part of the component. */
  hasSourceLine: boolean
}

/**
 * What an in-app frame contributes: module or file, function and, where SDKs send it, the source line.
 * @returns undefined for frames that a compiler or runtime inserted.
 */
export function placeFrame(
  frame: NormalFrame,
  platform: string,
  { read = readPlace, readLine = (line: string) => line, nameModule = (module: string) => module }: FrameReading = {},
): PlacedFrame | undefined {
  const place = read(frame, platform)
  if (place === undefined) return undefined
  // Transpilers rewrite every line of server code, so if the function has a name, the error's text says more than the
  // line.
  const isSilent = cutLine.test(frame.contextLine) || (platform === 'node' && place.function !== '')
  const line = isSilent ? '' : readLine(contextOf(frame, platform, place.function !== ''))
  return composeFrame(frame, { place, platform, line, sourceLine: frame.contextLine, nameModule })
}

/** How a version reads frames; by default like the first version that reads places. */
interface FrameReading {
  read?: (frame: NormalFrame, platform: string) => Place | undefined
  readLine?: (line: string) => string
  nameModule?: NameModule
}

/** The contributing part of a module's name. */
type NameModule = (module: string, platform: string) => string

/** What is known about a frame. */
interface KnownFrame {
  place: Place
  platform: string
  /** The contributing part of the source line. */
  line: string
  sourceLine: string
  isMinifiedLine?: boolean
  /** True if the line says which code it is, in whichever file a bundler put it. */
  isOfAnyFile?: boolean
  nameModule: NameModule
}

export function composeFrame(frame: NormalFrame, known: KnownFrame): PlacedFrame {
  const { place, line, sourceLine } = known
  const isMinified = isMinifiedFrame(frame, known)
  const parts = [
    ...(known.isOfAnyFile === true ? [] : [originOf(frame, known)]),
    { name: 'function', value: isMinified ? '' : place.function },
    { name: 'context-line', value: line },
  ].filter(({ value }) => value !== '')
  const isOnlyFile = isMinified && parts.length === 1
  return {
    place,
    component: { name: 'frame', parts: isOnlyFile ? [] : parts },
    sourceLine,
    hasSourceLine: line !== '',
  }
}

function isMinifiedFrame(frame: NormalFrame, { place, platform, line, isMinifiedLine }: KnownFrame): boolean {
  if (!scriptPlatforms.has(platform) || line !== '') return false
  const isRenamed = minifiedName.test(place.function) || (platform === 'node' && minifiedFunction.test(frame.function))
  const isOfBundle = platform === 'javascript' && frame.contextLine === '' && shortName.test(place.function)
  return isRenamed && (isOfBundle || (frame.colno ?? 0) > minifiedColumn || isMinifiedLine === true)
}

/** True if the line was written by a minifier, whichever column is meant. */
export function isOfMinifier(line: string): boolean {
  return minifiedLine.test(line)
}

function originOf({ filename, absPath }: NormalFrame, { place, platform, nameModule }: KnownFrame): TextPart {
  const isScript = scriptPlatforms.has(platform)
  if (place.module !== '') {
    const module = isScript ? place.module.replace(/[^/.]{1,200}$/, (last) => fileName(last, platform)) : place.module
    return { name: 'module', value: nameModule(module, platform) }
  }
  if (urlOrigin.test(absPath)) {
    const component = ofComponent.test(place.function) ? componentChunk.exec(absPath)?.[1] : undefined
    return { name: 'filename', value: component ?? '' }
  }
  const file = isScript ? filename.replace(query, '') : filename
  const name = fileName(file, platform)
  return {
    name: 'filename',
    value: isScript ? name.replace(numberedChunk, 'chunk').replace(nativeBundle, 'bundle') : name,
  }
}
