import { isJsonObject } from '../read-json.js'
import type { NormalException } from '../normal-event.js'
import { hashComponents, type Component } from './component.js'
import { readExceptionGroup, type ExceptionGroup } from './exception-group.js'
import { stackVariants, type StackContext, type StackVariants, type Variant } from './stack.js'
import { normalizeValue } from './value.js'

/** What an exception chain contributes to the fingerprint. */
export interface ChainGrouping {
  variant: Variant
  components: Component[]
  /** The exception that names the issue. */
  main: NormalException | undefined
  /** Stacks of the main exception. */
  stacks: StackVariants | undefined
}

interface Described {
  exception: NormalException
  stacks: StackVariants
}

/**
 * Groups an exception chain: each exception contributes its type and stack, or its value if the stack contributes
 * nothing. Only in-app frames count, or all frames if no exception has an in-app one.
 */
export function groupChain(exceptions: readonly NormalException[], context: StackContext): ChainGrouping {
  const described = exceptions.map((exception) => ({
    exception,
    stacks: stackVariants(exception.stacktrace, context),
  }))
  const variant: Variant = described.some(({ stacks }) => stacks.app.length > 0) ? 'app' : 'system'
  const parts = new Map(described.map((one) => [one.exception, exceptionComponents(one, variant)]))
  const { counted, main } = selectExceptions(exceptions, (exception) => parts.get(exception) ?? [])
  const components = counted
    .map((exception) => parts.get(exception) ?? [])
    .filter((own) => own.length > 0)
    .map((own) => ({ name: 'exception', parts: own }))
  return { variant, components, main, stacks: described.find(({ exception }) => exception === main)?.stacks }
}

function exceptionComponents({ exception, stacks }: Described, variant: Variant): Component[] {
  const { type, mechanism } = exception
  const stack = stacks[variant]
  const typeParts = type === '' || mechanism?.synthetic === true ? [] : [{ name: 'type', value: cleanType(type) }]
  const nativeParts = nativeErrorComponents(exception)
  if (stack.length > 0 || nativeParts.length > 0) {
    return [...typeParts, ...nativeParts, ...stack]
  }
  const value = normalizeValue(exception.value)
  // A synthetic type is still better than nothing if there is no value.
  const isOnlyType = value === '' && type !== ''
  if (isOnlyType) return [{ name: 'type', value: cleanType(type) }]
  return value === '' ? [] : [...typeParts, { name: 'value', value }]
}

/** The type without the path and line that PHP puts into names of anonymous classes. */
export function cleanType(type: string): string {
  const at = type.indexOf('@anonymous')
  return at === -1 ? type : type.slice(0, at + '@anonymous'.length)
}

/** Apple errors are identified by domain and code because their texts are localized. */
export function nativeErrorComponents({ mechanism }: NormalException): Component[] {
  const error = mechanism?.meta['ns_error']
  if (!isJsonObject(error)) {
    return []
  }
  const { domain, code } = error
  const parts: Component[] = []
  if (typeof domain === 'string' && domain !== '') parts.push({ name: 'ns-error-domain', value: domain })
  if (typeof code === 'number' || typeof code === 'string') parts.push({ name: 'ns-error-code', value: String(code) })
  return parts
}

/** The exceptions of an event that contribute, and the one that names the issue. */
export interface Selection {
  /** Oldest first. */
  counted: readonly NormalException[]
  main: NormalException | undefined
}

type PartsOf = (exception: NormalException) => readonly Component[]

/** Selects all exceptions of a chain, or one of each kind in a group. */
export function selectExceptions(exceptions: readonly NormalException[], partsOf: PartsOf): Selection {
  const group = readExceptionGroup(exceptions)
  return group === undefined ? { counted: exceptions, main: exceptions.at(-1) } : selectOfGroup(group, partsOf)
}

/** How many exceptions of a kind a group contains is chance: one of each kind contributes, in canonical order. */
function selectOfGroup({ root, leaves }: ExceptionGroup, partsOf: PartsOf): Selection {
  const distinct = new Map(leaves.map((leaf) => [hashComponents(partsOf(leaf.exception)), leaf]))
  const [only] = leaves
  if (distinct.size === 1 && only !== undefined) {
    return { counted: only.path, main: only.exception }
  }
  const sorted = [...distinct.entries()].sort(([hashA, a], [hashB, b]) =>
    compareTexts(`${a.exception.type}\0${hashA}`, `${b.exception.type}\0${hashB}`),
  )
  return { counted: [...sorted.map(([, leaf]) => leaf.exception), root], main: root }
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
