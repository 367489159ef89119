import type { Assertion } from '@signalbox/contracts'
import { compareValue, denyingOperators } from './compare-value.js'
import { follow, parsePointer, wholeOf, type Place } from './pointer.js'

/** An assertion that holds, with the places in stored results that satisfy it. */
export interface HeldAssertion {
  assertion: Assertion
  /** Empty for `absent`. */
  places: readonly Place[]
}

/** The alternative ways in which a group of assertions holds; each is complete in itself. */
export type HeldGroup = readonly (readonly HeldAssertion[])[]

/** Maximum number of array elements tried as the meaning of one `*`. */
const alternativesMax = 500

/** An assertion with a valid pointer, split at its first `*`. */
interface Located {
  assertion: Assertion
  /** Segments before the first `*`, or all of them. */
  head: readonly string[]
  /** Segments after the first `*`; undefined without one. */
  tail: readonly string[] | undefined
}

/**
 * Checks all assertions of a claim against the stored results. Assertions on elements of the same array form a group:
 * they must hold for one and the same element. An `equals` on a field that the group already uses starts a new group
 * for another element. A negative assertion that stands alone must hold for all elements.
 * @returns The groups with the ways in which each holds, or undefined if an assertion fails or names unknown evidence.
 */
export function checkAssertions(
  assertions: readonly Assertion[],
  results: ReadonlyMap<string, unknown>,
): readonly HeldGroup[] | undefined {
  const located = assertions.map(locate)
  const groups: HeldGroup[] = []
  for (const group of groupByElement(located.filter((each) => each !== undefined))) {
    groups.push(checkGroup(group, results))
  }
  const isWhole = located.every((each) => each !== undefined) && groups.every((group) => group.length > 0)
  return isWhole ? groups : undefined
}

function locate(assertion: Assertion): Located | undefined {
  const segments = parsePointer(assertion.pointer)
  if (segments === undefined) return undefined
  const star = segments.indexOf('*')
  if (star === -1) return { assertion, head: segments, tail: undefined }
  return { assertion, head: segments.slice(0, star), tail: segments.slice(star + 1) }
}

function groupByElement(located: readonly Located[]): Located[][] {
  const groups: Located[][] = []
  const open = new Map<string, Located[]>()
  for (const each of located) {
    const key = JSON.stringify([each.assertion.evidence_id, each.head])
    const group = each.tail === undefined ? undefined : open.get(key)
    if (group !== undefined && !beginsAnother(group, each)) group.push(each)
    else {
      groups.push([each])
      if (each.tail !== undefined) open.set(key, groups.at(-1) ?? [])
    }
  }
  return groups
}

function beginsAnother(group: readonly Located[], { assertion }: Located): boolean {
  if (assertion.operator !== 'equals') return false
  return group.some((other) => other.assertion.operator === 'equals' && other.assertion.pointer === assertion.pointer)
}

function checkGroup(group: readonly Located[], results: ReadonlyMap<string, unknown>): HeldGroup {
  const [first] = group
  if (first === undefined || !results.has(first.assertion.evidence_id)) return []
  const heads = follow(wholeOf(results.get(first.assertion.evidence_id)), first.head)
  if (first.tail === undefined) return asGroup(checkAll(group, results))
  const elements = heads.flatMap((head) => follow(head, ['*']))
  if (group.every(({ assertion }) => denyingOperators.has(assertion.operator))) {
    const holds = heads.length > 0 && elements.every((element) => holdsForElement(group, element) !== undefined)
    return holds ? [group.map(({ assertion }) => ({ assertion, places: [] }))] : []
  }
  const held = elements.map((element) => holdsForElement(group, element)).filter((each) => each !== undefined)
  return held.slice(0, alternativesMax)
}

function asGroup(held: readonly HeldAssertion[] | undefined): HeldGroup {
  return held === undefined ? [] : [held]
}

function checkAll(group: readonly Located[], results: ReadonlyMap<string, unknown>): HeldAssertion[] | undefined {
  return allHeld(
    group.map(({ assertion, head }) => checkFrom(wholeOf(results.get(assertion.evidence_id)), head, assertion)),
  )
}

function holdsForElement(group: readonly Located[], element: Place): HeldAssertion[] | undefined {
  return allHeld(group.map(({ assertion, tail = [] }) => checkFrom(element, tail, assertion)))
}

function allHeld(checks: readonly (HeldAssertion | undefined)[]): HeldAssertion[] | undefined {
  const held = checks.filter((check) => check !== undefined)
  return held.length === checks.length ? held : undefined
}

function checkFrom(from: Place, segments: readonly string[], assertion: Assertion): HeldAssertion | undefined {
  const { operator, value } = assertion
  const places = follow(from, segments)
  if (operator === 'absent') return checkAbsent(from, segments, { assertion, places })
  if (operator === 'exists') return places.length > 0 ? { assertion, places: places.slice(0, 1) } : undefined
  const holding = places.filter((place) => compareValue(operator, place.value, value))
  if (denyingOperators.has(operator) && holding.length < places.length) return undefined
  const [one] = holding
  return one === undefined ? undefined : { assertion, places: [one] }
}

/** A value counts as absent only if the object or array that would contain it exists. */
function checkAbsent(from: Place, segments: readonly string[], held: HeldAssertion): HeldAssertion | undefined {
  if (segments.length === 0 || held.places.length > 0) return undefined
  const holders = follow(from, segments.slice(0, -1))
  const couldHold = holders.some(({ value }) => typeof value === 'object' && value !== null)
  return couldHold ? { assertion: held.assertion, places: [] } : undefined
}
