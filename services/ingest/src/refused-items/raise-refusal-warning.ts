import type { OutcomeReason, WarningKind } from '@signalbox/contracts'
import type { Warnings } from '@signalbox/service-kit'

/** Refusals that operators did not ask for. Quotas are excluded: someone configured them, and SDKs are notified. */
const warned: { readonly [Reason in OutcomeReason]?: { kind: WarningKind; detail: string } } = {
  log_full: {
    kind: 'log_full',
    detail:
      'The event log cannot accept data, so telemetry is rejected with 503: check whether its disk is full and ' +
      'whether the consumer keeps up, or raise SIGNALBOX_EVENT_LOG_BYTES_MAX',
  },
  key_rate_limit: {
    kind: 'key_rate_limited',
    detail:
      "Telemetry is rejected with 429 because a key exceeds its rate limit: raise the key's " +
      'ingest_limit_per_minute, or SIGNALBOX_INGEST_RATE_LIMIT_PER_MINUTE for all keys',
  },
  too_large: { kind: 'requests_refused', detail: 'Telemetry is rejected because it exceeds the size limits' },
  cors: {
    kind: 'requests_refused',
    detail: "Telemetry from web pages is rejected because their domain is not among the project's allowed domains",
  },
  project_inactive: {
    kind: 'requests_refused',
    detail: 'Telemetry is rejected because its project is inactive: activate the project, or stop sending',
  },
}

/** Items refused for one reason. */
interface RefusedItems {
  organizationId: string
  /** Empty if the telemetry belongs to no project. */
  projectId: string
  reason: OutcomeReason
  quantity: number
}

/** Raises a warning about refused telemetry; a full log concerns the whole installation. */
export function raiseRefusalWarning(warnings: Pick<Warnings, 'note'>, refusal: RefusedItems): void {
  const { organizationId, projectId, reason, quantity: count } = refusal
  const warning = warned[reason]
  if (warning === undefined) return
  if (warning.kind === 'log_full') warnings.note({ ...warning, count })
  else warnings.note({ ...warning, organizationId, projectId, subject: reason, count })
}
