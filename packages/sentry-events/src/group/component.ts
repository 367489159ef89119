import { hash } from 'node:crypto'
import { cleanText } from '../protocol/index.js'

/** A part of what makes an issue: a named text, or a named list of parts. Only parts that count are built. */
export type Component = { name: string; value: string } | { name: string; parts: readonly Component[] }

/**
 * @returns 32 lower-case hex digits. Names, lengths of texts and lengths of lists are part of what is hashed, so that two
 * different trees never read the same.
 */
export function hashComponents(components: readonly Component[]): string {
  return hash('md5', writeAll(components))
}

/** Of the stacks that are remembered. */
const writtenStacks = new WeakMap<readonly Component[], string>()

function writeComponent(component: Component): string {
  if ('value' in component) return `${component.name}=${component.value.length}:${component.value}`
  const { name, parts } = component
  return `${name}(${parts.length}:${name === 'stacktrace' ? writeStack(parts) : writeAll(parts)}`
}

function writeStack(frames: readonly Component[]): string {
  const known = writtenStacks.get(frames)
  if (known !== undefined) return known
  const written = writeAll(frames)
  writtenStacks.set(frames, written)
  return written
}

function writeAll(components: readonly Component[]): string {
  let written = ''
  for (const component of components) written += writeComponent(component)
  return written
}

const valueLengthMax = 160
const elementSize = 8

/**
 * The components as nested lists `[name, value]` and `[name, [parts]]` for people to read; texts are cut, and what
 * does not fit is left out.
 * @param sizeMax characters of JSON, about.
 */
export function describeComponents(components: readonly Component[], sizeMax: number): unknown[] {
  return describeParts(components, { left: sizeMax })
}

function describeParts(components: readonly Component[], budget: { left: number }): unknown[] {
  const described: unknown[] = []
  for (const component of components) {
    if (budget.left <= 0) return [...described, '...']
    budget.left -= component.name.length + elementSize
    described.push([component.name, describeContent(component, budget)])
  }
  return described
}

function describeContent(component: Component, budget: { left: number }): unknown {
  if ('parts' in component) {
    return describeParts(component.parts, budget)
  }
  const { value: own } = component
  const value = own.length <= valueLengthMax ? own : cleanText(own, valueLengthMax)
  budget.left -= value.length
  return value
}
