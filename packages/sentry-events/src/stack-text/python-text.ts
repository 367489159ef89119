import type { ReadStackText, TextException, TextFrame } from './text-exception.js'

const beginning = 'Traceback (most recent call last):'
const frameLine = /^ {2}File "([^"]{1,1000})", line (\d{1,9})(?:, in (.{1,500}))?$/
const heading = /^([A-Za-z_][\w.]{0,300})(?:: ([^]{0,4096}))?$/
/** Position markers below a line, and the placeholder for repeated frames. */
const marks = /^\s+[\^~]{1,1000}\s*$|^ {2}\[Previous line repeated/

/** `traceback.print_exc`: oldest call first, and causes before the exceptions they caused. */
export const readPythonText: ReadStackText = (lines) => {
  const exceptions: TextException[] = []
  let frames: TextFrame[] | undefined
  let raised: TextException | undefined
  for (const line of lines) {
    const [, path, lineno, name] = frameLine.exec(line) ?? []
    if (line.trim() === beginning) {
      frames = []
      raised = undefined
    } else if (frames === undefined) continue
    else if (path !== undefined) {
      frames.push({
        abs_path: path,
        filename: path,
        lineno: Number(lineno),
        ...(name && { function: name }),
        in_app: true,
      })
    } else if (line.startsWith('    ')) addSource(frames.at(-1), line)
    else if (!marks.test(line)) {
      const [, type, value = ''] = heading.exec(line) ?? []
      if (raised === undefined && type !== undefined) exceptions.push((raised = { type, value, frames }))
    }
  }
  return exceptions
}

/** The first line below a frame is its source; position markers may follow. */
function addSource(frame: TextFrame | undefined, line: string): void {
  if (frame === undefined || frame.context_line !== undefined || marks.test(line)) return
  frame.context_line = line.trim()
}
