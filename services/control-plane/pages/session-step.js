import { make, makeJson, makePairs } from './elements.js'

/** One step with the evidence that it recorded. @param path Of the session in the API. */
export function makeStep(step, path) {
  const title = [step.tool ?? 'Reasoning', firstLine(step.text)].filter((text) => text !== '').join(': ')
  return make(
    'li',
    { value: String(step.number) },
    make(
      'details',
      make('summary', title, step.error === null ? null : make('span.bad', ' failed')),
      make('p.text', step.text),
      step.error === null ? null : make('p.notice.bad', step.error),
      Object.keys(step.input).length === 0 ? null : makeJson(step.input),
      ...step.evidence.map((evidence) => makeEvidence(evidence, path)),
    ),
  )
}

function makeEvidence(evidence, path) {
  const { evidence_id: id, summary, query, window, row_count: rows, derived_from: sources, data, cut } = evidence
  return make(
    'section',
    { id: `evidence-${id}`, tabindex: '-1', 'aria-label': `Evidence ${id}` },
    make('h3', `${id}: ${summary}`),
    makePairs([
      ['Query', query?.operation],
      ['Window', window && `${window.start} – ${window.end}`],
      ['Computed from', sources.join(', ')],
      ['Rows', cut ? `${rows}, of which the last are missing` : rows],
    ]),
    query ? makeJson(query.parameters) : null,
    makeJson(data),
    make('a', 'The whole result', { href: `${path}evidence/${encodeURIComponent(id)}/` }),
  )
}

/** Opens the step that an evidence is in, and goes there. */
export function goToEvidence(id) {
  const section = document.getElementById(`evidence-${id}`)
  const details = section?.closest('details')
  if (!details) return
  details.open = true
  section.scrollIntoView({ block: 'start' })
  section.focus()
}

function firstLine(text) {
  return text.trim().split('\n', 1)[0].slice(0, 160)
}
