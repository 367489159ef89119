import type { Evidence } from '@signalbox/contracts'
import type { RecordedStep } from '@signalbox/service-kit'
import { canonicalJson } from './canonical-json.js'
import { readFailures } from './failures.js'
import type { Answer } from './investigation.js'

/** The answers of a session: none is asked for twice, and each has an id of its own. */
export interface EvidenceBook {
  /** Answers by the key of their question, those that are on their way as well. */
  readonly answers: Map<string, Promise<Answer<unknown>>>
  /** Whole results by evidence id. */
  readonly results: Map<string, unknown>
  /** Keys of the questions whose answers were used by this run of the engine. */
  readonly used: Set<string>
  /** The lowest id that nobody has: the same after a crash, whatever was lost. */
  takeId(): string
}

export function createEvidenceBook(record: readonly RecordedStep[]): EvidenceBook {
  const results = resultsOf(record)
  const taken = new Set([...results.keys(), ...idsOfFailures(record)])
  const answers = new Map<string, Promise<Answer<unknown>>>()
  for (const evidence of record.flatMap(({ step }) => step.evidence)) {
    const { evidence_id: evidenceId } = evidence
    const key = keyOf(evidence)
    if (key !== undefined) answers.set(key, Promise.resolve({ evidenceId, value: results.get(evidenceId) }))
  }
  let next = 1
  return {
    answers,
    results,
    used: new Set(),
    takeId: () => {
      while (taken.has(`e${next}`)) next += 1
      next += 1
      return `e${next - 1}`
    },
  }
}

/** The whole results of all evidence, by id, in the order of the record. */
export function resultsOf(record: readonly RecordedStep[]): Map<string, unknown> {
  return new Map(
    record.flatMap(({ step, results }) =>
      step.evidence.map(({ evidence_id: id }): [string, unknown] => [id, results[id]]),
    ),
  )
}

/** As `createQuestion` makes it; undefined for what was computed. */
function keyOf({ query }: Evidence): string | undefined {
  return query ? `${query.operation} ${canonicalJson(query.parameters)}` : undefined
}

/** Ids that questions had which were not answered. */
function idsOfFailures(record: readonly RecordedStep[]): string[] {
  return record
    .flatMap(({ results }) => [...readFailures(results).values()])
    .flatMap(({ evidenceId }) => (evidenceId === undefined ? [] : [evidenceId]))
}
