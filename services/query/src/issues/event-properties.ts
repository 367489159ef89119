import { isUnhandled } from '../kinds/error-filters.js'

/** Event properties in searches, as columns. Anything not listed is a tag. */
const columns: ReadonlyMap<string, string> = new Map([
  ['id', 'toString(event_id)'],
  ['event_id', 'toString(event_id)'],
  ['fingerprint', 'toString(fingerprint)'],
  ['project_id', 'project_id'],
  ['level', 'level'],
  ['platform', 'platform'],
  ['message', 'message'],
  ['title', 'title'],
  ['culprit', 'culprit'],
  ['error.type', 'exception_type'],
  ['error.value', 'exception_value'],
  ['release', 'release'],
  ['dist', 'dist'],
  ['environment', 'environment'],
  ['server_name', 'server_name'],
  ['logger', 'logger'],
  ['transaction', 'transaction'],
  ['trace', 'trace_id'],
  ['span', 'span_id'],
  ['sdk', 'sdk_name'],
  ['sdk.name', 'sdk_name'],
  ['sdk.version', 'sdk_version'],
  ['user', 'user_key'],
  ['user.id', "JSONExtractString(user, 'id')"],
  ['user.email', "JSONExtractString(user, 'email')"],
  ['user.username', "JSONExtractString(user, 'username')"],
  ['user.ip', "JSONExtractString(user, 'ip_address')"],
])

/** Boolean properties of events, as conditions. */
const flags: ReadonlyMap<string, string> = new Map([
  ['error.handled', `NOT (${isUnhandled})`],
  ['error.unhandled', isUnhandled],
])

/** A property of events: a column in SQL, a condition, or a tag by its key. */
export type EventProperty =
  { kind: 'column'; sql: string } | { kind: 'flag'; sql: string } | { kind: 'tag'; key: string }

/** The property with a name; `tags[level]` is the tag if a column has the same name. */
export function eventPropertyOf(name: string): EventProperty {
  const sql = columns.get(name)
  if (sql !== undefined) return { kind: 'column', sql }
  const condition = flags.get(name)
  if (condition !== undefined) return { kind: 'flag', sql: condition }
  return { kind: 'tag', key: name.startsWith('tags[') && name.endsWith(']') ? name.slice(5, -1) : name }
}
