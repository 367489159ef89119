import { parseTimestamp, type SessionRecord, type SessionReport } from '@signalbox/contracts'
import { collectFacts } from '../facts/collect-facts.js'
import { createRedo, createReplay } from '../investigation/create-replay.js'
import { resultsOf } from '../investigation/evidence-book.js'
import { ReplayDiverged } from '../investigation/failures.js'
import type { Engine, InvestigatedSession, Investigation, ReportDraft } from '../investigation/investigation.js'
import { createModelEngine } from '../model/model-engine.js'
import { rememberFacts } from '../model/remember-facts.js'
import { createPlaybook } from '../playbook/create-playbook.js'
import { checkReport } from '../report/check-report.js'
import { chooseEngine } from '../sessions/choose-engine.js'
import { createDeploymentWatch } from '../watch/create-deployment-watch.js'
import { canonicalJson } from '../investigation/canonical-json.js'

export interface ReplayOptions {
  /** Minutes for which deployments were watched when the session ran. Default 30. */
  watchMinutes?: number
}

/** Result of replaying a session. */
export interface Replay {
  report: SessionReport
  /** Where it differs from the original report; empty if it is the same. */
  differences: readonly ReportDifference[]
}

/**
 * Replays a finished session from its record alone: no model is called and no query is made.
 * @throws ReplayDiverged if the record lacks something that this program needs: another version made it, or it is
 * incomplete.
 */
export async function replaySession(record: SessionRecord, options: ReplayOptions = {}): Promise<Replay> {
  const { session, steps } = record
  if (session.report === null) throw new ReplayDiverged(`Session ${session.session_id} has no report to compare with`)
  const investigation = createReplay(toReplayed(record))
  const report = checkReport(await concludeAgain(record, { investigation, ...options }), resultsOf(steps))
  return { report, differences: compareReports(session.report, report) }
}

/**
 * Reruns a session with this version on the answers recorded at the time, whatever the recording version concluded from
 * them.
 * @throws ReplayDiverged if the record lacks something that this version queries.
 */
export async function redoSession(record: SessionRecord, options: ReplayOptions = {}): Promise<SessionReport> {
  const { investigation, results } = createRedo(toReplayed(record))
  return checkReport(await concludeAgain(record, { investigation, ...options }), results)
}

function toReplayed(record: SessionRecord) {
  const session = toSession(record)
  const asOf = parseTimestamp(record.as_of ?? record.session.created_at) ?? session.createdAt
  return { session, asOf, steps: record.steps }
}

async function concludeAgain(
  record: SessionRecord,
  { investigation, watchMinutes = 30 }: ReplayOptions & { investigation: Investigation },
): Promise<ReportDraft> {
  const { session_id: id, origin } = record.session
  const engine = chooseEngine(createEngines(record, watchMinutes))(investigation.session)
  if (!engine) throw new ReplayDiverged(`No engine runs sessions of origin ${origin.kind}`)
  const outcome = await engine(investigation)
  if (outcome.kind === 'waiting') throw new ReplayDiverged(`Session ${id} no longer concludes`)
  return outcome.draft
}

function toSession({ session }: SessionRecord): InvestigatedSession {
  const { session_id: id, prompt, context, origin, created_at: createdAt } = session
  // A replay makes no queries, so the organization doesn't matter.
  return { id, organizationId: '', prompt, context, origin, createdAt: parseTimestamp(createdAt) ?? 0 }
}

function createEngines(record: SessionRecord, watchMinutes: number) {
  const collectOnce = rememberFacts(collectFacts)
  const playbook = createPlaybook({ collectFacts: collectOnce })
  return {
    // Every look is already due.
    deploymentWatch: createDeploymentWatch({ clock: () => Infinity, watchMinutes }),
    playbook,
    ...(askedModel(record) && { model: withoutModel(collectOnce, playbook) }),
  }
}

/** The model's responses are in the record; no model can be called. */
function withoutModel(collectOnce: typeof collectFacts, playbook: Engine): Engine {
  const model = { complete: () => Promise.reject(new ReplayDiverged('The replay would need a model')) }
  return createModelEngine({ model, collectFacts: collectOnce, playbook })
}

/** True if the record has a step that stores a model's response, or the reason for having none. */
function askedModel({ steps }: SessionRecord): boolean {
  return steps.some(({ results }) => Object.keys(results).some((name) => /(?:^|[ :])completion$/.test(name)))
}

/** A part of a report that differs. */
interface ReportDifference {
  /** Name of the field. */
  field: string
  /** The original and the new value; JSON. */
  before: unknown
  after: unknown
}

/** The fields in which two reports differ, sorted by name. */
function compareReports(before: SessionReport, after: SessionReport): ReportDifference[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  const fields = [...new Set([...old.keys(), ...now.keys()])].sort()
  return fields
    .map((field): ReportDifference => ({ field, before: old.get(field), after: now.get(field) }))
    .filter((each) => canonicalJson(each.before) !== canonicalJson(each.after))
}
