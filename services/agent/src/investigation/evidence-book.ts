import type { Evidence } from '@signalbox/contracts'
import type { RecordedStep } from '@signalbox/service-kit'
import { canonicalJson } from './canonical-json.js'
import { readFailures } from './failures.js'
import type { QueryResult } from './investigation.js'

/** The answers of a session: no query is made twice, and every answer has its own id. */
export interface EvidenceBook {
  /** Answers by query key, including those in flight. */
  readonly answers: Map<string, Promise<QueryResult<unknown>>>
  /** Complete results by evidence id. */
  readonly results: Map<string, unknown>
  /** Keys of the queries whose answers this run of the engine has used. */
  readonly used: Set<string>
  /** The lowest unused id: the same after a crash, whatever was lost. */
  takeId(): string
}

export function createEvidenceBook(record: readonly RecordedStep[]): EvidenceBook {
  const results = resultsOf(record)
  const taken = new Set([...results.keys(), ...idsOfFailures(record)])
  const answers = new Map<string, Promise<QueryResult<unknown>>>()
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

/** Complete results of all evidence by id, in record order. */
export function resultsOf(record: readonly RecordedStep[]): Map<string, unknown> {
  return new Map(
    record.flatMap(({ step, results }) =>
      step.evidence.map(({ evidence_id: id }): [string, unknown] => [id, results[id]]),
    ),
  )
}

/** The key as `createQuestion` builds it; undefined for computed evidence. */
function keyOf({ query }: Evidence): string | undefined {
  return query ? `${query.operation} ${canonicalJson(query.parameters)}` : undefined
}

/** Evidence ids assigned to queries that failed. */
function idsOfFailures(record: readonly RecordedStep[]): string[] {
  return record
    .flatMap(({ results }) => [...readFailures(results).values()])
    .flatMap(({ evidenceId }) => (evidenceId === undefined ? [] : [evidenceId]))
}
