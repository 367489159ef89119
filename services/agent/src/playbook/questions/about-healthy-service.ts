import type { QuestionKind } from './direct-answer.js'

/** Any other question about a service that shows no sign of a problem while something else is wrong. */
export const aboutHealthyService: QuestionKind = {
  isAsked: ({ facts: { alert, services, gaps }, scene }) =>
    alert.service !== null &&
    gaps.length === 0 &&
    services.includes(alert.service) &&
    scene.onset !== null &&
    !scene.affected.has(alert.service) &&
    !scene.signals.some(({ bad, service }) => bad && service === alert.service),
  answer: ({ facts: { alert } }) => [
    { text: `${alert.service ?? ''} itself shows no sign of a problem.`, evidence: [] },
  ],
}
