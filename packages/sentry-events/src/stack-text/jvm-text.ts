import type { ReadStackText, TextException, TextFrame } from './text-exception.js'

const frameLine = /^\s*at (?:[\w.@-]{0,200}\/{1,2}){0,2}([\w.$<>-]{1,400})\.([\w$<>-]{1,200})\(([^()]{0,300})\)/
const heading = /^(?:Caused by: )?((?:[\w$]{1,100}\.){0,20}[\w$]{1,150})(?:: (.{0,4096}))?$/
const inCommon = /^\s*\.\.\. (\d{1,6}) (?:more|common frames omitted)/
const suppressed = /^\s+(?:Suppressed|Caused by): /

/**
 * `java.lang.Throwable.printStackTrace`: newest call first, then each cause, without the frames it shares with the
 * exception it caused. Suppressed exceptions are irrelevant to the issue and skipped.
 */
export const readJvmText: ReadStackText = (lines) => {
  const exceptions: TextException[] = []
  let isSkipped = false
  for (const line of lines) {
    const isHeading = exceptions.length === 0 || line.startsWith('Caused by: ')
    if (suppressed.test(line)) isSkipped = true
    else if (isHeading) isSkipped = !addException(exceptions, line)
    else if (!isSkipped) addLine(exceptions, line)
  }
  return exceptions.reverse()
}

function addException(exceptions: TextException[], line: string): boolean {
  const [, type, value = ''] = heading.exec(line) ?? []
  if (type !== undefined) exceptions.push({ type, value, frames: [] })
  return type !== undefined
}

/** A line below a heading: a call, a count of calls, or a continuation of the exception's text. */
function addLine(exceptions: readonly TextException[], line: string): void {
  const current = exceptions.at(-1)
  if (current === undefined) return
  const common = inCommon.exec(line)?.[1]
  const frame = readFrame(line)
  if (frame !== undefined) current.frames.unshift(frame)
  else if (common !== undefined) current.frames.unshift(...(exceptions.at(-2)?.frames.slice(0, Number(common)) ?? []))
  else if (current.frames.length === 0) current.value += `\n${line}`
}

function readFrame(line: string): TextFrame | undefined {
  const [, module, name, place = ''] = frameLine.exec(line) ?? []
  if (module === undefined || name === undefined) return undefined
  const [filename = '', lineno] = place.split(':')
  const isFile = /\.\w{1,10}$/.test(filename)
  return {
    module,
    function: name,
    ...(isFile && { filename }),
    ...(lineno && { lineno: Number(lineno) }),
    in_app: true,
  }
}
