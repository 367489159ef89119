/** A counted noun with the verb after it: `2 validation errors`, `3 entries are`. */
const counted =
  /(?<![\w:#]|[\w)\]]-)(\d[\d,.]{0,20} (?:[a-z]{2,30} ){0,2}?)(?!does\b|is\b|was\b|has\b)([a-z]{2,30}[a-rt-z]s)\b(?: (are|were|have|do)\b)?/g
/** Plurals without an s. */
const irregular = /(?<=\d )(people|children|men|women|indices|vertices|matrices)\b(?: (are|were|have|do)\b)?/g
const singulars = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['men', 'man'],
  ['women', 'woman'],
  ['indices', 'index'],
  ['vertices', 'vertex'],
  ['matrices', 'matrix'],
])
const mayBeCounted = /\d [a-z]/
const plurals: readonly (readonly [RegExp, string])[] = [
  [/(?<!^(?:cook|mov|zomb|[dlpt]))ies$/, 'y'],
  [/(?<=x|sh|ss|(?<!ca)ch)es$/, ''],
  [/s$/, ''],
]
const singularVerbs = new Map([
  ['are', 'is'],
  ['were', 'was'],
  ['have', 'has'],
  ['do', 'does'],
])

/** Numbers decide the plural, so nouns and verbs after a number read as in the singular. */
export function toSingular(text: string): string {
  if (!mayBeCounted.test(text)) return text
  const regular = text.replace(irregular, (_, noun: string, verb?: string) =>
    withVerb(singulars.get(noun) ?? noun, verb),
  )
  return regular.replace(counted, (_, number: string, noun: string, verb?: string) => {
    const [pattern, end] = plurals.find(([one]) => one.test(noun)) ?? [/$/, '']
    return withVerb(`${number}${noun.replace(pattern, end)}`, verb)
  })
}

function withVerb(noun: string, verb: string | undefined): string {
  return verb === undefined ? noun : `${noun} ${singularVerbs.get(verb) ?? verb}`
}
