import type { FactPack } from '../../src/facts/fact-pack.js'
import type { Questions } from '../../src/facts/questions.js'
import { answerQuestion, kindsOf, readQuestion } from '../../src/playbook/questions/answer-question.js'
import { readScene } from '../../src/playbook/scene/read-scene.js'
import { createFacts } from './facts.js'

/** The API's response for a route; undefined for an error. */
type Answers = (route: object, input: { query?: Record<string, unknown> }) => unknown

/** Returns the sentences that answer a question, given facts. */
export async function ask(
  question: string,
  given: Partial<FactPack>,
  answers: Answers = () => undefined,
): Promise<string[]> {
  const whole = createFacts(given)
  const facts = { ...whole, alert: { ...whole.alert, isFired: false } }
  const asked = { question: readQuestion(question), facts, scene: readScene(facts), asOf: facts.window.end }
  const questions: Questions = {
    ask: (route, input) => {
      const value = answers(route, input)
      return Promise.resolve(value === undefined ? undefined : { evidenceId: 'e20', value: value as never })
    },
    miss: () => undefined,
    gaps: () => [],
  }
  const said = await answerQuestion(asked, { kinds: kindsOf(asked), questions })
  return said.map(({ text }) => text)
}
