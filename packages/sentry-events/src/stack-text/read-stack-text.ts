import { readDotnetText } from './dotnet-text.js'
import { readGoText } from './go-text.js'
import { readJvmText } from './jvm-text.js'
import { readPythonText } from './python-text.js'
import { readScriptText } from './script-text.js'
import type { ReadStackText, TextException } from './text-exception.js'

const readers = new Map<string, ReadStackText>([
  ['java', readJvmText],
  ['python', readPythonText],
  ['node', readScriptText],
  ['javascript', readScriptText],
  ['go', readGoText],
  ['csharp', readDotnetText],
])

/** Limits of what is read. Long lines are never frames, and patterns take more than linear time on them. */
const textLengthMax = 131_072
const lineLengthMax = 1_000
const linesMax = 2_000
const exceptionsMax = 20

/** Platforms whose SDKs separate a type's namespace from its name. */
const namespaced = new Set(['java', 'python'])

/**
 * Parses a stack trace as printed by a platform's runtime into exceptions of an event payload, outermost last.
 * @returns an empty list if the format is not recognized.
 */
export function readStackText(text: string, platform: string): TextException[] {
  const lines = text
    .slice(0, textLengthMax)
    .split(/\r?\n/, linesMax)
    .map((line) => line.slice(0, lineLengthMax))
  return (readers.get(platform)?.(lines) ?? []).slice(-exceptionsMax)
}

/** Splits a type into name and namespace, as the platform's SDK would. */
export function splitType(type: string, platform: string): { type: string; module?: string } {
  const dot = namespaced.has(platform) ? type.lastIndexOf('.') : -1
  return dot === -1 ? { type } : { type: type.slice(dot + 1), module: type.slice(0, dot) }
}
