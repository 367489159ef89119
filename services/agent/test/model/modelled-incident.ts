import type { SessionReport } from '@signalbox/contracts'
import type { Engine } from '../../src/investigation/investigation.js'
import type { Question } from '../../src/investigation/question.js'
import type { FactPack } from '../../src/facts/fact-pack.js'
import type { LanguageModel } from '../../src/model/language-model.js'
import { createModelEngine } from '../../src/model/model-engine.js'
import { createPlaybook } from '../../src/playbook/create-playbook.js'
import { checkReport } from '../../src/report/check-report.js'
import { changes } from '../../src/tools/changes.js'
import type { Incident } from '../support/incident.js'
import { readIncident } from '../support/read-incident.js'
import { plentyOfBudget, ScriptedSession } from '../support/scripted-session.js'

/** A session's report on an incident, by a model or, if none is given, by the playbook alone. */
export async function reportOn(incident: Incident, model?: LanguageModel): Promise<SessionReport> {
  const facts = readIncident(incident)
  const session = new ScriptedSession()
  session.answer = (question) => answerOf(incident, facts, question)
  const asOf = facts.window.end
  const { investigation, results } = session.begin([], { asOf, budget: { ...plentyOfBudget, timeMs: 600_000 } })
  const collectFacts = async () => {
    // The changes are evidence of the session, as if collected from the API.
    const evidence = await investigation.step({ tool: 'changes' }, (step) =>
      changes.run(rangeOf(facts), step.ask.bind(step)),
    )
    return { ...facts, changesEvidence: evidence.map(({ evidenceId }) => evidenceId) }
  }
  const collected = collectFacts()
  const playbook = createPlaybook({ collectFacts: () => collected })
  const engine: Engine = model ? createModelEngine({ model, collectFacts: () => collected, playbook }) : playbook
  const outcome = await engine(investigation)
  if (outcome.kind === 'waiting') throw new Error('an investigation of what has happened does not wait')
  return checkReport(outcome.draft, results)
}

/** An incident's time range, as tool arguments. */
export function rangeOf({ window }: FactPack): { start: string; end: string; limit: number } {
  return { start: new Date(window.start).toISOString(), end: new Date(window.end).toISOString(), limit: 100 }
}

/** The API's responses to the scripted models' queries. */
function answerOf(incident: Incident, facts: FactPack, { contract, parameters }: Question): unknown {
  if (contract.id === 'listChanges') return { changes: facts.changes, total: facts.changes.length, has_more: false }
  if (contract.id !== 'queryLogs') throw new Error(`nobody answers ${contract.id}`)
  const { start, end, service } = parameters
  const logs = incident.logs
    .map((line) => ({ ...line, timestamp: new Date(line.timestamp).toISOString() }))
    .filter((line) => line.service === service && line.timestamp >= String(start) && line.timestamp < String(end))
    .map(({ timestamp, severity_text: level, msg: body }) => ({ timestamp, service, level, body }))
  return { logs, total: logs.length, has_more: false }
}
