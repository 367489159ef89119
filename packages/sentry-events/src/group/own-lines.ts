import type { Component } from './component.js'
import type { OmitLines, OmitModules } from './own-stack.js'
import { isTelling } from './texts/given-text.js'
import { missingNameOf } from './texts/engine-error.js'
import { soughtNameOf } from './texts/sought-name.js'

/**
 * Omits the lines of named functions, which show how something is written: a call changes with every new argument, an
 * expression with every variable and step. What failed is what the error says. Only the line of a failing closure counts,
 * because a function may contain several, and of that line what the error names, if it names something.
 */
export const withoutCallLines: OmitLines = (components, { exception: { value }, stack: { crash }, platform }) => {
  // Each browser words an error differently, so there the line says more than the text.
  if (platform === 'javascript') return withoutCallersLines(components, '')
  if (crash?.place.isAnonymous !== true) return withoutLines(components, '')
  if (platform === 'node') return withoutCallersLines(components, missingNameOf(value))
  return (soughtNameOf(value) === '' ? withoutCallersLines : withoutLines)(components, '')
}

const withoutLines = rememberByList((frames) => frames.map(withoutLine))
const withoutCallersLines = rememberByList((frames, name) => [
  ...frames.slice(0, -1).map(withoutLine),
  ...frames.slice(-1).map((frame) => onlyNamed(frame, name)),
])

/**
 * Omits modules on Node if the application raised an error in words of its own: a bundler puts all modules into one,
 * whose name differs from theirs.
 */
export const withoutBundledModules: OmitModules = (components, said, { stack: { isThrownByOwn }, platform }) =>
  platform === 'node' && isThrownByOwn && isTelling(said) ? withoutModules(components, '') : components

const withoutModules = rememberByList((frames) =>
  frames.map((frame) =>
    'parts' in frame && frame.parts.some(isName) ? { ...frame, parts: frame.parts.filter(isName) } : frame,
  ),
)

/** Names that a language gives to code without one. */
const given = /^(?:<[^]*|_)$|\{closure/

/** A line replaces the name of a function that has none. */
function withoutLine(frame: Component): Component {
  if (!('parts' in frame) || !frame.parts.some(isName)) return frame
  return { ...frame, parts: frame.parts.filter(({ name }) => name !== 'context-line') }
}

function isName(part: Component): boolean {
  return part.name === 'function' && 'value' in part && !given.test(part.value)
}

/** Of a line's words, the name that an error says is missing and the one before it, which is what lacks it. */
function onlyNamed(frame: Component, missing: string): Component {
  if (missing === '' || !('parts' in frame)) return frame
  return { ...frame, parts: frame.parts.map((part) => onlyNamedWords(part, missing)) }
}

function onlyNamedWords(part: Component, missing: string): Component {
  if (part.name !== 'context-line' || !('value' in part)) return part
  const words = part.value.split(' ')
  const at = words.indexOf(missing)
  return at < 1 || words.includes(missing, at + 1) ? part : { ...part, value: words.slice(at - 1, at + 1).join(' ') }
}

type ChangeFrames = (frames: readonly Component[], name: string) => readonly Component[]

/** Changes the frames of stacks. A remembered stack yields the same list again, so its hash is found as well. */
function rememberByList(change: ChangeFrames): ChangeFrames {
  const known = new WeakMap<readonly Component[], { name: string; changed: readonly Component[] }>()
  return (components, name) => {
    const last = known.get(components)
    if (last?.name === name) return last.changed
    const changed = components.map((one) => ('parts' in one ? { ...one, parts: change(one.parts, name) } : one))
    known.set(components, { name, changed })
    return changed
  }
}
