import { make, makePairs, makeTime } from './elements.js'
import { goToEvidence } from './session-step.js'

const moods = { healthy: 'good', cause_found: 'bad', bad: 'bad', suspect: 'bad' }

/** What a session concluded, each claim with the way to its evidence. */
export function makeReport(report) {
  return [
    make('h2', 'Report ', make(`span.badge.${moods[report.verdict] ?? 'quiet'}`, report.verdict.replaceAll('_', ' '))),
    make('p.text', report.summary),
    ...makeCause(report.cause),
    makePairs([
      ['First failing service', report.first_failing_service],
      ['Began', makeTime(report.onset_at)],
      ['Also suffered', report.blast_radius.join(', ')],
      ['What to do', report.remediation],
      ['Confidence', `${Math.round(report.confidence * 100)} %`],
    ]),
    ...makeList('Claims', report.claims.map(makeClaim)),
    ...makeList('Changes that were ruled out', report.rivals.map(makeRival)),
  ]
}

function makeCause(cause) {
  if (cause === null) return []
  const { kind, commit_sha: commit, change_id: change, mechanism } = cause
  return [
    make('h3', 'Cause'),
    make('p.text', mechanism),
    makePairs([
      ['Kind', kind],
      ['Commit', commit && make('code', commit)],
      ['Change', change],
    ]),
  ]
}

function makeClaim({ text, status, evidence_ids: ids }) {
  const mood = status === 'verified' ? 'good' : 'bad'
  const links = ids.flatMap((id) => [
    ' ',
    make('a', id, {
      href: `#evidence-${id}`,
      onclick: (event) => {
        event.preventDefault()
        goToEvidence(id)
      },
    }),
  ])
  return make('li', make(`span.badge.${mood}`, status), ' ', make('span.text', text), ...links)
}

function makeRival({ change_id: change, why_not: why }) {
  return make('li', make('code', change), ' ', make('span.text', why))
}

function makeList(title, items) {
  return items.length === 0 ? [] : [make('h3', title), make('ul', ...items)]
}
