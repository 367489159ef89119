import type { Edit } from '../changes/edit.js'
import type { Finding } from './mechanism.js'

const lookups =
  /(\w+)\s*(?::=|=)\s*(?:await )?[\w.]+(?:\[[^\]]+\]|\.(?:get|find|first|Get|Find|First|lookup|Lookup|query|match|exec|findOne|getOrNull|firstOrNull|FirstOrDefault|querySelector|pop|shift)\([^)]*\))\s*$/
const inParentheses = String.raw`\((?:[^()]|\([^()]*\))*\)`
const chained = new RegExp(
  `(?:\\.(?:find|first|firstOrNull|FirstOrDefault|match|exec|get|pop|shift)${inParentheses}|\\w\\[[^\\]]+\\])\\s*[.!]\\.?\\w+`,
)

/** New code that uses a lookup's result without checking that there is one. */
export function findUncheckedUse(edit: Edit): Finding[] {
  const added = edit.added.map(({ code }) => code)
  const line = edit.added.find(({ code }) => isUnchecked(code, added))
  if (!line || edit.removed.some(({ code }) => chained.test(code))) return []
  return [
    {
      mechanism: 'unchecked-use',
      sentence: 'uses the result of a lookup without checking that it exists',
      weight: 1.8,
      predicts: ['null-use', 'crash'],
      line: line.code,
    },
  ]
}

function isUnchecked(code: string, added: readonly string[]): boolean {
  if (chained.test(code) && !/\?\.|\?\?|\bif\b|len\(|length/.test(code)) return true
  const name = lookups.exec(code)?.[1]
  if (name === undefined) return false
  const uses = new RegExp(`\\b${name}\\.\\w`)
  const checks = new RegExp(
    `(if|assert|unless|guard|\\?).*\\b${name}\\b|\\b${name}\\?\\.|\\b${name} (!=|==|is|\\?\\?|\\|\\|)|ok\\b`,
  )
  return added.some((other) => uses.test(other)) && !added.some((other) => checks.test(other))
}
