import { toLine } from './terminal-text.js'

/** Names and values, one pair per line, aligned; empty values are left out. */
export function renderFields(fields: readonly (readonly [name: string, value: string])[]): string {
  const known = fields.filter(([, value]) => value !== '').map(([name, value]) => [toLine(name), value] as const)
  const width = known.reduce((widest, [name]) => Math.max(widest, name.length), 0)
  return known.map(([name, value]) => `${name.padEnd(width)}  ${toLine(value)}\n`).join('')
}
