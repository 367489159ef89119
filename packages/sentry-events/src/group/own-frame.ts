import type { NormalFrame } from '../normal-event.js'
import { contextOf, fileName, urlOrigin } from './frame.js'
import type { Place } from './places/place.js'
import { readPlace } from './places/read-place.js'
import { minifiedColumn } from './stack-key.js'
import { scriptPlatforms } from '../platforms.js'

const query = /[?#][^]*$/
/** Bundlers number the parts of a bundle anew in every build. */
const numberedChunk = /^(?:chunk-?)?\d{1,8}(?=\.)/
/** One source, bundled for iOS and for Android. */
const nativeBundle = /^(?:main\.jsbundle|index\.(?:android|ios)\.bundle)$/
/** Minifiers rename functions in every build. */
const minifiedName = /^[\w$]{1,2}$/
/** What only minifiers write: statements and arguments without a space between them, all along a line. */
const minifiedLine = /^(?=[^]{100})(?:[^;,]{0,200}[;,](?! )){4}/
/** SDKs cut long lines around the column, which moves. */
const cutLine = /^'?\{snip\}|\{snip\}$/

/** A text with its name. */
export interface TextPart {
  name: string
  value: string
}

/** A frame of the application by its place in the source. */
export interface PlacedFrame {
  place: Place
  /** Without parts when nothing is known of the place. */
  component: { name: string; parts: readonly TextPart[] }
  /** As sent; empty when it was not. */
  sourceLine: string
  /** Whether the source line is a part of the component. */
  hasSourceLine: boolean
}

/**
 * What a frame of the application says about the issue: module or file, function, and where SDKs send it the source line.
 * @returns undefined for frames that a compiler or a run time has put between others.
 */
export function placeFrame(
  frame: NormalFrame,
  platform: string,
  { read = readPlace, readLine = (line: string) => line } = {},
): PlacedFrame | undefined {
  const place = read(frame, platform)
  if (place === undefined) return undefined
  // Transpilers write every line of a server anew: where the function has a name, the text of the error says more.
  const isSilent = cutLine.test(frame.contextLine) || (platform === 'node' && place.function !== '')
  const line = isSilent ? '' : readLine(contextOf(frame, platform, place.function !== ''))
  return composeFrame(frame, { place, platform, line, sourceLine: frame.contextLine })
}

/** What is known of a frame. */
interface KnownFrame {
  place: Place
  platform: string
  /** Of the source, as far as it counts. */
  line: string
  sourceLine: string
  isMinifiedLine?: boolean
}

export function composeFrame(frame: NormalFrame, known: KnownFrame): PlacedFrame {
  const { place, platform, line, sourceLine } = known
  const isMinified = isMinifiedFrame(frame, known)
  const parts = [
    originOf(frame, place, platform),
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
  if (!scriptPlatforms.has(platform) || line !== '' || !minifiedName.test(place.function)) return false
  return (frame.colno ?? 0) > minifiedColumn || isMinifiedLine === true
}

/** Whether a minifier wrote a line, whichever column of it is meant. */
export function isOfMinifier(line: string): boolean {
  return minifiedLine.test(line)
}

function originOf({ filename, absPath }: NormalFrame, { module }: Place, platform: string): TextPart {
  const isScript = scriptPlatforms.has(platform)
  if (module !== '') {
    return {
      name: 'module',
      value: isScript ? module.replace(/[^/.]{1,200}$/, (last) => fileName(last, platform)) : module,
    }
  }
  if (urlOrigin.test(absPath)) return { name: 'filename', value: '' }
  const file = isScript ? filename.replace(query, '') : filename
  const name = fileName(file, platform)
  return {
    name: 'filename',
    value: isScript ? name.replace(numberedChunk, 'chunk').replace(nativeBundle, 'bundle') : name,
  }
}
