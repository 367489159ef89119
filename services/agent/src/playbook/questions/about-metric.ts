import { clockOn } from '../report/clock.js'
import { splitWords } from '../text/words.js'
import type { QuestionContext, DirectAnswer, QuestionKind } from './direct-answer.js'

const asks = /\b(why|when|since|how come)\b/i
/** Minimum words of a metric's name in the question, so that it can't be meant by chance. */
const wordsMin = 2

/** `why is the cache hit rate so low?`: since when the named metric is off, and by how much. */
export const aboutMetric: QuestionKind = { isAsked: ({ question }) => asks.test(question), answer: describeMetric }

function describeMetric({ question, scene, asOf }: QuestionContext): DirectAnswer[] {
  const asked = new Set(splitWords(question))
  const named = scene.signals
    .filter(({ source }) => source === 'metric')
    .map((signal) => ({ signal, words: splitWords(signal.text).filter((word) => asked.has(word)).length }))
    .filter(({ words }) => words >= wordsMin)
    .sort((a, b) => b.words - a.words || b.signal.weight - a.signal.weight)
  const [best] = named
  if (best === undefined || scene.onset === null) return []
  const { at, what, evidence } = best.signal
  return [{ text: `At ${clockOn(at, asOf)}, ${what}.`, evidence: [evidence], at, isOfCause: true }]
}
