import { hash } from 'node:crypto'
import { cleanText } from '../protocol/index.js'
import { numberOf, remember } from '../remember.js'

/**
 * A contribution to an issue's fingerprint: a named text or a named list of parts. Only contributing parts are built.
 */
export type Component = { name: string; value: string } | { name: string; parts: readonly Component[] }

/**
 * @returns 32 lower-case hex digits. The hash covers names, text lengths and list lengths, so two different trees never
 * serialize alike.
 */
export function hashComponents(components: readonly Component[]): string {
  const tree = new WrittenTree()
  tree.addAll(components)
  return tree.hash()
}

/** Serialized stack frames. A remembered stack yields the same list object, which is the key. */
const writtenFrames = new WeakMap<readonly Component[], string>()

/** Hashes of trees by their first stack and the rest of the tree; about 300 bytes per entry. */
const knownHash = remember<string>(8_192, 1_024)

/** A serialized tree with its first stack kept separate. */
class WrittenTree {
  #stack: readonly Component[] | undefined
  #before = ''
  #after = ''

  addAll(components: readonly Component[]): void {
    for (const component of components) this.#add(component)
  }

  hash(): string {
    const frames = this.#stack
    const [before, after] = [this.#before, this.#after]
    if (frames === undefined) return hash('md5', before)
    return knownHash(`${numberOf(frames)} ${before}\n${after}`, () => hash('md5', before + writeFrames(frames) + after))
  }

  #add(component: Component): void {
    this.#write(headOf(component))
    if ('value' in component) return
    const { name, parts } = component
    if (name !== 'stacktrace') this.addAll(parts)
    else if (this.#stack === undefined) this.#stack = parts
    else this.#write(writeFrames(parts))
  }

  #write(text: string): void {
    if (this.#stack === undefined) this.#before += text
    else this.#after += text
  }
}

function writeFrames(frames: readonly Component[]): string {
  const written = writtenFrames.get(frames) ?? writeAll(frames)
  writtenFrames.set(frames, written)
  return written
}

function writeAll(components: readonly Component[]): string {
  let written = ''
  for (const component of components) {
    written += headOf(component)
    if ('parts' in component) written += writeAll(component.parts)
  }
  return written
}

/** A text in full, or the prefix before a list's parts. */
function headOf(component: Component): string {
  const { name } = component
  return 'value' in component
    ? `${name}=${component.value.length}:${component.value}`
    : `${name}(${component.parts.length}:`
}

const valueLengthMax = 160
const elementSize = 8

/**
 * Converts components into nested lists `[name, value]` and `[name, [parts]]` for display. Texts are truncated, and
 * what does not fit is omitted.
 * @param sizeMax approximate size of the JSON, in characters.
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
