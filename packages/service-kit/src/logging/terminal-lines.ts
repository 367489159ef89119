import type { DestinationStream } from 'pino'

const colors: Readonly<Record<string, number>> = { debug: 2, info: 32, warn: 33, error: 31 }
/** Fields that have a place of their own in a line, or none: the service's name is the same in all of them. */
const placed = new Set(['level', 'time', 'name', 'msg', 'err'])

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
    placed.has(name) ? [] : [`${name}=${renderValue(value)}`],
  )
  const parts = [String(time).slice(11, 19), shownLevel, escapeControls(typeof msg === 'string' ? msg : ''), ...fields]
  return `${parts.filter((part) => part !== '').join(' ')}\n${renderError(err)}`
}

/** What is more than a word is quoted. */
function renderValue(value: unknown): string {
  return typeof value === 'string' && /^[\w./:@+-]+$/.test(value) ? value : escapeControls(JSON.stringify(value))
}

/** Log fields hold what clients sent: nothing of it may move the cursor or speak to the terminal. */
function escapeControls(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
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
  return `${escapeControls(String(text)).replaceAll(/^/gm, '  ')}\n`
}
