/** A word that may be a plural, or a verb in the third person. */
const plural = /(?<![\w:#<.'"`/\\-])([a-z]{2,30}[a-rt-z]s)(?![\w<'"`/\\-]|\.\w)/g
/** Words that only look like plurals. */
const unchanged = new Set(
  'does is was has this his its thus us as yes always plus minus status bus bias alias https tls dns os js css aws ios'.split(
    ' ',
  ),
)
/** Plurals without an s. */
const irregular = /(?<![\w-])(people|children|men|women|indices|vertices|matrices)(?![\w-])/g
const pluralVerb = /(?<=[\w>)] )(are|were|have|do)(?![\w-])/g
const singulars = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['men', 'man'],
  ['women', 'woman'],
  ['indices', 'index'],
  ['vertices', 'vertex'],
  ['matrices', 'matrix'],
])
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

/**
 * Nouns and verbs in the singular: a number decides their form, and a name may stand in for it. Which words are counted
 * is not worth knowing.
 */
export function toSingular(text: string): string {
  return text
    .replace(irregular, (noun) => singulars.get(noun) ?? noun)
    .replace(plural, (word) => (unchanged.has(word) ? word : withoutEnd(word)))
    .replace(pluralVerb, (verb) => singularVerbs.get(verb) ?? verb)
}

function withoutEnd(word: string): string {
  const [pattern, end] = plurals.find(([one]) => one.test(word)) ?? [/$/, '']
  return word.replace(pattern, end)
}
