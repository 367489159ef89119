import type { ErrorEvent } from '@signalbox/contracts'
import { renderFields } from './render-fields.js'
import type { Column } from './render-table.js'
import { toDatedTime, type Screen } from './screen.js'
import { toText } from './terminal-text.js'

/** Columns of an event table. */
export const errorColumns: readonly Column[] = [
  { heading: 'TIME', isTime: true },
  { heading: 'LEVEL', widthMin: 'warning'.length, isState: true },
  { heading: 'TITLE', isFlexible: true },
  { heading: 'EVENT ID' },
]

/** An event as a table row. */
export function toErrorRow(event: ErrorEvent): string[] {
  return [event.timestamp, event.level, titleOf(event), event.event_id]
}

/** One event in full: title, fields, tags, stack trace. */
export function renderErrorEvent(event: ErrorEvent, screen: Screen): string {
  const user = event.user?.email ?? event.user?.username ?? event.user?.id ?? event.user?.ip_address ?? ''
  const fields: [name: string, value: string][] = [
    ['Event', event.event_id],
    ['Time', toDatedTime(event.timestamp, screen)],
    ['Level', event.level],
    ['Project', event.project_id],
    ['Platform', event.platform],
    ['SDK', event.sdk_name],
    ['Release', event.release],
    ['Environment', event.environment],
    ['Trace', event.trace_id],
    ['User', user],
    ['Fingerprint', event.fingerprint],
    ...Object.entries(event.tags).map(([key, value]): [string, string] => [`Tag ${key}`, value]),
  ]
  const stack = event.stack_trace === '' ? 'No stack trace.' : toText(event.stack_trace).trimEnd()
  return `${toText(titleOf(event))}\n\n${renderFields(fields)}\n${stack}\n`
}

function titleOf({ exception_type: type, exception_value: value, message }: ErrorEvent): string {
  if (type !== '') return value === '' ? type : `${type}: ${value}`
  return message || value || '(no message)'
}
