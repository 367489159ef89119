import type { NormalEvent } from '../../normal-event.js'
import { messageText } from '../message.js'
import { familyOf, readFamilies } from './frame-matcher.js'
import type { RuleBudget } from './rule-budget.js'
import type { Reading, WrittenMatcher } from './rule-line.js'
import type { RulePatterns } from './rule-patterns.js'

/** True when the event matches. */
export type EventMatcher = (event: NormalEvent, budget: RuleBudget) => boolean

const textsOf: ReadonlyMap<string, (event: NormalEvent) => string> = new Map([
  ['logger', ({ logger }: NormalEvent) => logger],
  ['level', ({ level }: NormalEvent) => level],
  ['release', ({ release }: NormalEvent) => release],
  ['environment', ({ environment }: NormalEvent) => environment],
  ['transaction', ({ transaction }: NormalEvent) => transaction],
  ['sdk', ({ sdk }: NormalEvent) => sdk.name],
])

/** Compiles a matcher of an entire event. The caller handles negation. */
export function compileEventMatcher({ name, pattern }: WrittenMatcher, patterns: RulePatterns): Reading<EventMatcher> {
  if (name === 'family') return compileFamily(pattern)
  if (name === 'message') {
    const { matches } = patterns.add(pattern, name, 'any-case')
    return { ok: true, value: (event, budget) => matchesMessage(event, (text) => matches(text, budget)) }
  }
  const { matches } = patterns.add(pattern, name, 'exact')
  if (name.startsWith('tags.') && name.length > 'tags.'.length) {
    const tag = name.slice('tags.'.length)
    return { ok: true, value: ({ tags }, budget) => Object.hasOwn(tags, tag) && matches(tags[tag] ?? '', budget) }
  }
  const textOf = textsOf.get(name)
  return textOf === undefined
    ? { ok: false, detail: `unknown matcher \`${name}\`` }
    : { ok: true, value: (event, budget) => matches(textOf(event), budget) }
}

/** Errors have no message, so exception values count as messages too. */
function matchesMessage(event: NormalEvent, matches: (text: string) => boolean): boolean {
  const text = messageText(event)
  return (text !== '' && matches(text)) || event.exceptions.some(({ value }) => value !== '' && matches(value))
}

function compileFamily(pattern: string): Reading<EventMatcher> {
  const families = readFamilies(pattern)
  if (!families.ok) return families
  const { value: names } = families
  return { ok: true, value: ({ platform }) => names.has(familyOf(platform)) }
}
