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

/** What is looked at. Long lines are no frames, and cost patterns more than their length. */
const textLengthMax = 131_072
const lineLengthMax = 1_000
const linesMax = 2_000
const exceptionsMax = 20

/** Platforms whose types have a namespace that SDKs tell apart from the name. */
const namespaced = new Set(['java', 'python'])

/**
 * Reads a stack trace as the run time of a platform prints it into exceptions of an event payload, the outermost last.
 * @returns an empty list when it is not understood.
 */
export function readStackText(text: string, platform: string): TextException[] {
  const lines = text
    .slice(0, textLengthMax)
    .split(/\r?\n/, linesMax)
    .map((line) => line.slice(0, lineLengthMax))
  return (readers.get(platform)?.(lines) ?? []).slice(-exceptionsMax)
}

/** Name and namespace of a type, as the SDK of the platform would tell them. */
export function splitType(type: string, platform: string): { type: string; module?: string } {
  const dot = namespaced.has(platform) ? type.lastIndexOf('.') : -1
  return dot === -1 ? { type } : { type: type.slice(dot + 1), module: type.slice(0, dot) }
}
