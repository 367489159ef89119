import type { Change, SessionReport } from '@signalbox/contracts'
import type { ClaimDraft, ReportDraft } from '../../src/investigation/investigation.js'
import type { LanguageModel, ToolCall } from '../../src/model/language-model.js'
import { emptyDraft } from '../support/empty-draft.js'
import type { Incident } from '../support/incident.js'
import { readIncident } from '../support/read-incident.js'
import { rangeOf } from './modelled-incident.js'

/** A model for one incident. Its false statements are in `lies`. */
export interface ScriptedModel {
  model: LanguageModel
  lies: readonly string[]
}

/** @param alone The playbook's report without the model. */
type Script = (incident: Incident, alone: SessionReport) => ScriptedModel

/** Possible models, best first. The worst cite true facts, and blame the most suspicious innocent change. */
export const scriptedModels = {
  good: (incident) => {
    const culprit = findChange(incident, incident.truth.root_cause_commit)
    return culprit ? accuse(incident, culprit) : conclude(incident, [], { ...emptyDraft, verdict: 'no_code_cause' })
  },
  'lazy, guesses': (incident) => {
    const [guess] = readIncident(incident).changes
    const text = 'I think it is the last change'
    return conclude(incident, [text], {
      ...emptyDraft,
      ...blame(guess),
      confidence: 0.9,
      claims: [{ text, assertion: [] }],
    })
  },
  'lazy, gives up': (incident) => conclude(incident, [], emptyDraft),
  lying: (incident, alone) => {
    const innocent = findInnocent(incident, alone)
    const claims = inventedClaims(incident, innocent)
    const draft = { ...emptyDraft, ...blame(innocent), claims, confidence: 1, onset_at: incident.alert.fired_at }
    return conclude(
      incident,
      claims.map(({ text }) => text),
      draft,
    )
  },
  sly: (incident, alone) => {
    const innocent = findInnocent(incident, alone)
    return innocent ? accuse(incident, innocent) : conclude(incident, [], emptyDraft)
  },
} as const satisfies Record<string, Script>

function blame(change: Change | undefined): Partial<ReportDraft> {
  if (!change) return {}
  const { change_id, kind, id } = change
  const commit_sha = kind === 'commit' ? id : null
  return { verdict: 'cause_found', cause: { kind, commit_sha, change_id, mechanism: '' }, remediation: 'rollback' }
}

function findChange(incident: Incident, sha: string): Change | undefined {
  return readIncident(incident).changes.find(({ kind, id }) => kind === 'commit' && id === sha)
}

/** The innocent commit that the playbook suspects most, or the last one. */
function findInnocent(incident: Incident, { suspects = [] }: SessionReport): Change | undefined {
  const { root_cause_commit: culprit } = incident.truth
  const shas = [...suspects.map(({ commit_sha: sha }) => sha), ...incident.commits.map(({ sha }) => sha).reverse()]
  const sha = shas.find((each) => each !== null && each !== culprit)
  return sha ? findChange(incident, sha) : undefined
}

/** Blames a change with the required proofs: that it happened, and a later symptom. */
function accuse(incident: Incident, change: Change): ScriptedModel {
  const since = Math.max(Date.parse(change.occurred_at), Date.parse(incident.truth.onset ?? change.occurred_at))
  const complaint = incident.logs
    .filter(
      ({ timestamp, severity_text }) => Date.parse(timestamp) >= since && /WARN|ERR|CRIT|FATAL/i.test(severity_text),
    )
    .sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp))[0]
  const happened: ClaimDraft = {
    text: `Commit ${change.id.slice(0, 7)} at ${change.occurred_at.slice(11, 16)}`,
    assertion: [{ evidence_id: 'e1', pointer: '/changes/*/change_id', operator: 'equals', value: change.change_id }],
  }
  if (!complaint)
    return conclude(incident, [], { ...emptyDraft, ...blame(change), confidence: 0.9, claims: [happened] })
  const at = new Date(complaint.timestamp).toISOString()
  const complained: ClaimDraft = {
    text: `${complaint.service} recorded a message at ${at.slice(11, 19)}`,
    assertion: [
      { evidence_id: logsEvidence, pointer: '/logs/*/timestamp', operator: 'equals', value: at },
      { evidence_id: logsEvidence, pointer: '/logs/*/service', operator: 'equals', value: complaint.service },
    ],
  }
  const draft = { ...emptyDraft, ...blame(change), onset_at: at, confidence: 0.9, claims: [complained, happened] }
  return conclude(incident, [], draft, { at, service: complaint.service })
}

/** The first evidence of a session is the changes, then the playbook's derived evidence, then the model's queries. */
const logsEvidence = 'e4'

function inventedClaims({ alert }: Incident, innocent: Change | undefined): ClaimDraft[] {
  const named = innocent?.id.slice(0, 7) ?? 'deadbee'
  const isThere = { evidence_id: 'e1', pointer: '/changes/*/change_id', operator: 'exists' } as const
  return [
    { text: `${alert.service} failed 471142 times after ${named}`, assertion: [isThere] },
    { text: `Commit ${named} took the database down`, assertion: [isThere] },
    { text: 'Mallory wiped the disks', assertion: [{ evidence_id: 'e99', pointer: '/disks', operator: 'exists' }] },
    { text: 'no errors of any other service', assertion: [] },
  ]
}

/** Queries the changes, and a service's log if a symptom of it is cited, then finishes. */
function conclude(
  incident: Incident,
  lies: readonly string[],
  draft: ReportDraft,
  cited?: { at: string; service: string },
): ScriptedModel {
  const calls: ToolCall[][] = [[{ id: 'finish', tool: 'finish', input: draft }]]
  if (draft.claims.some(({ assertion }) => assertion.length > 0)) calls.unshift(questionsOf(incident, cited))
  let turn = 0
  const complete = () =>
    Promise.resolve({ text: '', calls: calls[turn++] ?? [], usage: { inputTokens: 1, outputTokens: 1 } })
  return { model: { complete }, lies }
}

function questionsOf(incident: Incident, cited: { at: string; service: string } | undefined): ToolCall[] {
  const changes = { id: 'changes', tool: 'changes', input: rangeOf(readIncident(incident)) }
  if (!cited) return [changes]
  const end = new Date(Date.parse(cited.at) + 1_000).toISOString()
  return [changes, { id: 'logs', tool: 'logs', input: { start: cited.at, end, service: cited.service } }]
}
