/** An instruction with the values of a context in it. */
export interface RenderedTemplate {
  instruction: string
  /** One for each unknown variable, in the order of their first use. */
  warnings: string[]
}

/** No expression of it can match the same characters in two ways, so that time is linear in the text. */
const variable = /\{\{\s*([^\s{}]+)\s*\}\}/g

/**
 * Replaces `{{ name }}` and `{{ a.b }}` by values of the context: texts as they are, other values as JSON. Only what the
 * context itself holds counts, items of lists by their index. Unknown variables stay in the text. Values are not
 * rendered again, whatever they hold.
 * @param bytesMax Rendering stops when the text has more bytes of UTF-8, so that a short template cannot grow without end.
 * @returns undefined when the text would be longer.
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

/** Undefined when the context does not hold it. */
function findText(context: Readonly<Record<string, unknown>>, path: string): string | undefined {
  let value: unknown = context
  for (const key of path.split('.')) {
    if (!isHeldBy(value, key)) return undefined
    value = value[key]
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Own keys only: `constructor` and the length of a list are in no context. */
function isHeldBy(value: unknown, key: string): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, key) && !(Array.isArray(value) && key === 'length')
}
