import type { ToolResult } from './tool.js'

/** Levels of truncation, mildest first: items per list and characters per text. */
const cuts = [
  { items: 200, characters: 4_000 },
  { items: 60, characters: 1_000 },
  { items: 25, characters: 400 },
  { items: 10, characters: 200 },
  { items: 4, characters: 120 },
  { items: 1, characters: 60 },
] as const

/**
 * Formats answers as JSON for a reader with limited room, within a total byte budget. Long lists and texts lose their
 * ends, so that the remaining values keep their positions; truncation is stated.
 * @param bytesMax For all answers together; at least a few hundred.
 */
export function fitResults(answers: readonly ToolResult[], bytesMax: number): string {
  const whole = answers.map((answer) => describe(answer, answer.shown))
  const text = JSON.stringify(whole)
  if (Buffer.byteLength(text) <= bytesMax) return text
  for (const { items, characters } of cuts) {
    const note = `Cut to ${items} items of each list and ${characters} characters of each text.`
    const shortened = answers.map((answer) => describe(answer, shorten(answer.shown, items, characters), note))
    const cutText = JSON.stringify(shortened)
    if (Buffer.byteLength(cutText) <= bytesMax) return cutText
  }
  return JSON.stringify(answers.map((answer) => describe(answer, null, 'Too large to be shown: ask for less.')))
}

function describe({ evidenceId, about }: ToolResult, result: unknown, cut?: string): Record<string, unknown> {
  return { ...(evidenceId !== '' && { evidence_id: evidenceId }), about, ...(cut && { cut }), result }
}

function shorten(value: unknown, items: number, characters: number): unknown {
  if (typeof value === 'string') return value.length > characters ? `${value.slice(0, characters)}…` : value
  if (Array.isArray(value)) return value.slice(0, items).map((item) => shorten(item, items, characters))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shorten(each, items, characters)]))
}
