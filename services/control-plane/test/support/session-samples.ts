import type { SessionReport, SessionStep } from '@signalbox/contracts'
import type { RecordedStep } from '@signalbox/service-kit'

/** A report without claims. */
export const sampleReport: SessionReport = {
  verdict: 'inconclusive',
  summary: 'Nothing is settled',
  cause: null,
  first_failing_service: null,
  onset_at: null,
  blast_radius: [],
  remediation: 'none',
  confidence: 0,
  claims: [],
  rivals: [],
}

/** The record of a step with one piece of evidence, named after its number. */
export function recordedStep(number: number): RecordedStep {
  const id = `e${number}`
  const result = { total: number, rows: Array.from({ length: number }, (_, row) => ({ row })) }
  const step: SessionStep = {
    number,
    tool: 'look',
    input: { at: number },
    text: `Step ${number}`,
    error: null,
    evidence: [
      {
        evidence_id: id,
        summary: `${number} rows`,
        query: { operation: 'queryErrors', parameters: { limit: number } },
        derived_from: [],
        window: null,
        row_count: number,
        result_sha256: 'a'.repeat(64),
        data: { total: number },
      },
    ],
    started_at: '2026-01-01T00:00:01.000Z',
    duration_ms: 12,
  }
  return { step, results: { [id]: result, note: { any: 'thing' } } }
}

export const sampleUsage = { queries: 1, inputTokens: 10, outputTokens: 5 }
