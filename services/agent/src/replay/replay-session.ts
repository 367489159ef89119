import { parseTimestamp, type SessionRecord, type SessionReport } from '@signalbox/contracts'
import { collectFacts } from '../facts/collect-facts.js'
import { createReplay } from '../investigation/create-replay.js'
import { resultsOf } from '../investigation/evidence-book.js'
import { ReplayDiverged } from '../investigation/failures.js'
import type { Engine, InvestigatedSession } from '../investigation/investigation.js'
import { createModelEngine } from '../model/model-engine.js'
import { rememberFacts } from '../model/remember-facts.js'
import { createPlaybook } from '../playbook/create-playbook.js'
import { checkReport } from '../report/check-report.js'
import { chooseEngine } from '../sessions/choose-engine.js'
import { createDeploymentWatch } from '../watch/create-deployment-watch.js'
import { compareReports, type ReportDifference } from './compare-reports.js'

export interface ReplayOptions {
  /** Minutes that deployments were watched when the session was run. Default 30. */
  watchMinutes?: number
}

/** What a session says when it is done again. */
export interface Replay {
  report: SessionReport
  /** Where it differs from what was said then; empty when it is the same. */
  differences: readonly ReportDifference[]
}

/**
 * Does a session that is over again from its record alone: no model is asked and no query is made.
 * @throws ReplayDiverged when the record lacks what this program asks: it was made by another version, or has no end.
 */
export async function replaySession(record: SessionRecord, { watchMinutes = 30 }: ReplayOptions = {}): Promise<Replay> {
  const { session, steps } = record
  if (session.report === null) throw new ReplayDiverged(`Session ${session.session_id} has no report to compare with`)
  const investigated = toSession(record)
  const engine = chooseEngine(createEngines(record, watchMinutes))(investigated)
  if (!engine) throw new ReplayDiverged(`Nobody runs sessions of origin ${session.origin.kind}`)
  const asOf = parseTimestamp(record.as_of ?? session.created_at) ?? investigated.createdAt
  const outcome = await engine(createReplay({ session: investigated, asOf, steps }))
  if (outcome.kind === 'waiting') throw new ReplayDiverged(`Session ${session.session_id} does not conclude any more`)
  const report = checkReport(outcome.draft, resultsOf(steps))
  return { report, differences: compareReports(session.report, report) }
}

function toSession({ session }: SessionRecord): InvestigatedSession {
  const { session_id: id, prompt, context, origin, created_at: createdAt } = session
  // Nothing is asked in a replay, so that it does not matter whose session it was.
  return { id, organizationId: '', prompt, context, origin, createdAt: parseTimestamp(createdAt) ?? 0 }
}

function createEngines(record: SessionRecord, watchMinutes: number) {
  const collectOnce = rememberFacts(collectFacts)
  const playbook = createPlaybook({ collectFacts: collectOnce })
  return {
    // Every look is due by now.
    deploymentWatch: createDeploymentWatch({ clock: () => Infinity, watchMinutes }),
    playbook,
    ...(askedModel(record) && { model: withoutModel(collectOnce, playbook) }),
  }
}

/** The model's answers are in the record; nobody is there to be asked. */
function withoutModel(collectOnce: typeof collectFacts, playbook: Engine): Engine {
  const model = { complete: () => Promise.reject(new ReplayDiverged('A model would have to be asked')) }
  return createModelEngine({ model, collectFacts: collectOnce, playbook })
}

/** A step of the model keeps its answer, or why there was none. */
function askedModel({ steps }: SessionRecord): boolean {
  return steps.some(({ results }) => Object.keys(results).some((name) => /(?:^|[ :])completion$/.test(name)))
}
