/** An instruction with context values filled in. */
export interface RenderedTemplate {
  instruction: string
  /** One for each unknown variable, in order of first use. */
  warnings: string[]
}

/** No two parts can match the same characters, so matching takes linear time. */
const variable = /\{\{\s*([^\s{}]+)\s*\}\}/g

/**
 * Replaces `{{ name }}` and `{{ a.b }}` with context values: strings as they are, other values as JSON. Only own
 * properties of the context are considered; list items by index. Unknown variables stay in the text. Values are not
 * rendered again, whatever they contain.
 * @param bytesMax Rendering stops when the text exceeds this many bytes of UTF-8, so that a short template cannot grow
 * without bound.
 * @returns undefined if the text would be longer.
 */
export function renderTemplate(
  template: string,
  context: Readonly<Record<string, unknown>>,
  bytesMax: number,
): RenderedTemplate | undefined {
  const texts = new Map<string, string | undefined>()
  const pieces: string[] = []
  let bytes = 0
  let end = 0
  const append = (piece: string): void => {
    pieces.push(piece)
    bytes += Buffer.byteLength(piece)
  }
  for (const match of template.matchAll(variable)) {
    const [whole, path = ''] = match
    append(template.slice(end, match.index))
    if (!texts.has(path)) texts.set(path, findText(context, path))
    append(texts.get(path) ?? whole)
    end = match.index + whole.length
    if (bytes > bytesMax) return undefined
  }
  append(template.slice(end))
  if (bytes > bytesMax) return undefined
  const unknown = [...texts].filter(([, text]) => text === undefined)
  return { instruction: pieces.join(''), warnings: unknown.map(([path]) => `The context has no ${path}`) }
}

/** Undefined if the context does not contain it. */
function findText(context: Readonly<Record<string, unknown>>, path: string): string | undefined {
  let value: unknown = context
  for (const key of path.split('.')) {
    if (!isHeldBy(value, key)) return undefined
    value = value[key]
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Own keys only, which excludes `constructor` and the length of a list. */
function isHeldBy(value: unknown, key: string): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, key) && !(Array.isArray(value) && key === 'length')
}
