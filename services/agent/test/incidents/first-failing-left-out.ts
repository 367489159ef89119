import { readFirstFailing } from '../../src/playbook/first-failing/first-failing.js'
import { firstFailingFeatures, firstFailingPriors } from '../../src/playbook/first-failing/first-failing-features.js'
import { readScene } from '../../src/playbook/scene/read-scene.js'
import { readIncident } from '../support/read-incident.js'
import { toFirstFailingChoice, type Written } from './corpora.js'
import { firstFailingPull, fitChoices } from './fit-choices.js'

/**
 * For each author, the number of incidents with the right first failing service, using weights learned from the other
 * authors.
 */
export function countFirstFailing(written: readonly Written[]): Record<string, { right: number; incidents: number }> {
  const authors = [...new Set(written.map(({ author }) => author))]
  return Object.fromEntries(
    authors.map((author) => {
      const others = written.filter((one) => one.author !== author)
      const weights = fitChoices(others.flatMap(toFirstFailingChoice), firstFailingPriors, firstFailingPull)
      const own = written.filter((one) => one.author === author)
      const right = own.filter(({ incident }) => {
        const scored = readFirstFailing(readScene(readIncident(incident))).map(({ service, features }) => ({
          service,
          score: firstFailingFeatures.reduce((sum, name) => sum + weights[name] * features[name], 0),
        }))
        scored.sort((a, b) => b.score - a.score)
        return (scored[0]?.service ?? incident.alert.service) === incident.truth.first_failing_service
      })
      return [author, { right: right.length, incidents: own.length }]
    }),
  )
}
