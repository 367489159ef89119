import type { NormalFrame } from '../../normal-event.js'
import { cleanFunctionName, cleanModuleName } from '../function-name.js'
import { readDotnetPlace } from './dotnet-place.js'
import { readJvmPlace } from './jvm-place.js'
import { readNativePlace } from './native-place.js'
import type { Place, ReadPlace } from './place.js'
import { readGoPlace, readJavascriptPlace, readPhpPlace, readPythonPlace, readRubyPlace } from './script-place.js'

const readers = new Map<string, ReadPlace>([
  ...['java', 'kotlin', 'android'].map((platform): [string, ReadPlace] => [platform, readJvmPlace]),
  ...['csharp', 'dotnet', 'fsharp'].map((platform): [string, ReadPlace] => [platform, readDotnetPlace]),
  ...['native', 'cocoa', 'c', 'cpp', 'objc', 'rust', 'swift'].map((platform): [string, ReadPlace] => [
    platform,
    readNativePlace,
  ]),
  ['javascript', readJavascriptPlace],
  ['node', readJavascriptPlace],
  ['python', readPythonPlace],
  ['ruby', readRubyPlace],
  ['php', readPhpPlace],
  ['go', readGoPlace],
])

const unknown = new Set(['?', '<unknown>', '<anonymous>'])

/**
 * Returns a frame's place, by names that are stable across builds, compilers and runtime versions.
 * @returns undefined for frames that a compiler or runtime inserted.
 */
export function readPlace(frame: NormalFrame, platform: string): Place | undefined {
  const read = readers.get(platform)
  if (read === undefined) {
    const name = cleanFunctionName(frame.function, platform)
    return { module: cleanModuleName(frame.module, platform), function: name, isAnonymous: name === '' }
  }
  const place = read(frame)
  return place !== undefined && unknown.has(place.function) ? { ...place, function: '', isAnonymous: true } : place
}
