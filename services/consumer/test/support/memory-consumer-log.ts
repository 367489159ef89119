import type { ConsumerLog } from '../../src/consumer-log.js'

export interface LogLine {
  level: 'info' | 'error'
  message: string
}

/** Stores log messages. */
export class MemoryConsumerLog implements ConsumerLog {
  readonly lines: LogLine[] = []

  info(_fields: Readonly<Record<string, unknown>>, message: string): void {
    this.lines.push({ level: 'info', message })
  }

  error(_fields: Readonly<Record<string, unknown>>, message: string): void {
    this.lines.push({ level: 'error', message })
  }
}
