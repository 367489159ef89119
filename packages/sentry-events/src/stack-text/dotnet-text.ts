import type { ReadStackText, TextException, TextFrame } from './text-exception.js'

const frameLine =
  /^\s*at ([\w.+`<>[\]|,@$-]{1,600})\.([\w`<>|$.-]{1,300}(?:\[[^\]]{0,300}\])?)\((.{0,1000}?)\)(?: in (.{1,600}):line (\d{1,9}))?\s*$/
const heading = /^((?:\w{1,100}\.){0,20}[\w`+]{1,150})(?:: ([^]{0,4096}))?$/
const innerEnds = '--- End of inner exception stack trace ---'

/**
 * `Exception.ToString`: the texts of all exceptions, outermost first, then the frames, innermost exception first and
 * newest call first.
 */
export const readDotnetText: ReadStackText = (lines) => {
  const first = lines.findIndex((line) => frameLine.test(line))
  const texts = lines
    .slice(0, first === -1 ? lines.length : first)
    .join('\n')
    .split(/\s*---> /)
  const outermostFirst = texts.flatMap((text): TextException[] => {
    const [, type, value = ''] = heading.exec(text.trim()) ?? []
    return type === undefined ? [] : [{ type, value, frames: [] }]
  })
  const exceptions = outermostFirst.reverse()
  let index = 0
  for (const line of lines) {
    const frame = readFrame(line)
    if (line.trim() === innerEnds) index += 1
    else if (frame !== undefined) exceptions[index]?.frames.unshift(frame)
  }
  return exceptions
}

function readFrame(line: string): TextFrame | undefined {
  const [, module, name, , path, lineno] = frameLine.exec(line) ?? []
  if (module === undefined || name === undefined) return undefined
  const isOwn = !/^(?:System|Microsoft)\./.test(module)
  const place = path === undefined ? {} : { abs_path: path, filename: path, lineno: Number(lineno) }
  return { module, function: name, ...place, in_app: isOwn }
}
