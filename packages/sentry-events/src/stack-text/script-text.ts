import { parse } from 'stacktrace-parser'
import type { ReadStackText } from './text-exception.js'

const heading = /^(?:Uncaught )?([A-Za-z_$][\w$.]{0,150})(?:: (.{0,4096}))?$/
/** Names of anonymous functions, including after an `await`. */
const nameless = new Set(['<unknown>', 'async'])

/** `Error.stack` of V8, SpiderMonkey and JavaScriptCore: newest call first. */
export const readScriptText: ReadStackText = (lines) => {
  const [, type = '', value = ''] = heading.exec(lines[0] ?? '') ?? []
  const frames = parse(lines.join('\n')).map(({ file, methodName, lineNumber, column }) => ({
    ...(!nameless.has(methodName) && { function: methodName }),
    ...(file !== null && { filename: file, abs_path: file }),
    ...(lineNumber !== null && { lineno: lineNumber }),
    ...(column !== null && { colno: column }),
    in_app: file?.startsWith('node:') !== true,
  }))
  return type === '' && frames.length === 0 ? [] : [{ type, value, frames: frames.reverse() }]
}
