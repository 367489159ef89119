import type { ComparedOperation, Dependency, Saturation } from '@signalbox/contracts'
import type { DependencyFacts, EvidenceId, Measured, OperationFacts, SaturationFacts } from './fact-pack.js'

type MeasuredSpans = ComparedOperation['before']

/** Converts the answer's operations to facts. */
export function readOperations(operations: readonly ComparedOperation[], evidence: EvidenceId): OperationFacts[] {
  return operations.map(({ service, operation, before, after }) => ({
    service,
    operation,
    before: toMeasured(before),
    after: toMeasured(after),
    evidence,
  }))
}

function toMeasured({ calls, errors, p50_ms: p50Ms, p95_ms: p95Ms }: MeasuredSpans): Measured {
  return { calls, errors, p50Ms, p95Ms }
}

/** Converts the answer's call graph to facts. */
export function readDependencies(dependencies: readonly Dependency[], evidence: EvidenceId): DependencyFacts[] {
  return dependencies.map(({ p95_ms: p95Ms, ...dependency }) => ({ ...dependency, p95Ms, evidence }))
}

/** Resources that came close to their limit or failed. The container stands in for the service, as in the series. */
export function readSaturation(saturation: readonly Saturation[], evidence: EvidenceId): SaturationFacts[] {
  return saturation.map(({ subject, name, container, kind, value, timestamp }) => ({
    subject,
    name,
    service: container === '' ? name : container,
    kind,
    value,
    at: Date.parse(timestamp),
    evidence,
  }))
}
