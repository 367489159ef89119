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
 * Where a frame is, by names that stay the same from one build, compiler or version of the run time to the next.
 * @returns undefined for frames that a compiler or a run time has put between others.
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
