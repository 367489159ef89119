import type { DestinationStream } from 'pino'

const colors: Readonly<Record<string, number>> = { debug: 2, info: 32, warn: 33, error: 31 }
/** Every line has them, or they lead it. */
const leading = new Set(['level', 'time', 'name', 'msg', 'err'])

/**
 * Turns JSON log lines into lines for people at a terminal: `19:44:31 warn message field=value`, with the stack trace of an error below.
 * A line that is not JSON passes unchanged.
 */
export function createTerminalLines(
  output: { write(text: string): unknown },
  { isColored }: { isColored: boolean },
): DestinationStream {
  return {
    write: (line) => {
      output.write(renderLine(line, isColored))
    },
  }
}

function renderLine(line: string, isColored: boolean): string {
  const entry = parse(line)
  if (entry === undefined) return line
  const { level, time, msg, err } = entry
  const color = isColored ? colors[String(level)] : undefined
  const shownLevel = color === undefined ? String(level) : `\u001B[${color}m${String(level)}\u001B[0m`
  const fields = Object.entries(entry).flatMap(([name, value]) =>
    leading.has(name) ? [] : [`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`],
  )
  const parts = [String(time).slice(11, 19), shownLevel, String(msg ?? ''), ...fields]
  return `${parts.filter((part) => part !== '').join(' ')}\n${renderError(err)}`
}

function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function renderError(err: unknown): string {
  if (typeof err !== 'object' || err === null) return ''
  const text = 'stack' in err ? err.stack : 'message' in err ? err.message : ''
  return `${String(text).replaceAll(/^/gm, '  ')}\n`
}
