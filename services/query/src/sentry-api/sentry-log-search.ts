import { logLevels, ServiceError, type LogLevel } from '@signalbox/contracts'

/** What a search of Sentry's clients asks of logs. */
export interface SentryLogSearch {
  /** As it is named; absent for all. */
  project?: string
  trace_id?: string
  release?: string
  environment?: string
  service?: string
  level?: LogLevel
  /** Part of the entry. */
  search?: string
}

const word = /(?:([\w.]+):)?(?:"([^"]*)"|(\S+))/g
const searchable = ['project', 'trace', 'release', 'environment', 'service'] as const

/**
 * Reads a search such as `project:web level:error "no answer"`.
 * @throws ServiceError `bad-request` for what logs cannot be searched by.
 */
export function readLogSearch(text: string): SentryLogSearch {
  const found: SentryLogSearch = {}
  const words: string[] = []
  for (const [, key, quoted, plain = ''] of text.matchAll(word)) {
    const value = quoted ?? plain
    if (key === undefined) words.push(value)
    else if (key === 'level' || key === 'severity') found.level = readLevel(value)
    else if (key === 'message') words.push(value)
    else found[criterionOf(key)] = value
  }
  return { ...found, ...(words.length > 0 && { search: words.join(' ') }) }
}

function criterionOf(key: string): 'project' | 'trace_id' | 'release' | 'environment' | 'service' {
  const known = searchable.find((name) => name === key)
  if (known === undefined) {
    throw new ServiceError('bad-request', {
      detail: `Logs cannot be searched by "${key}" here, only by ${[...searchable, 'level'].join(', ')} and text`,
    })
  }
  return known === 'trace' ? 'trace_id' : known
}

function readLevel(value: string): LogLevel {
  const level = logLevels.find((known) => known === value.toLowerCase())
  if (level === undefined) {
    throw new ServiceError('bad-request', { detail: `A level is one of ${logLevels.join(', ')}` })
  }
  return level
}
