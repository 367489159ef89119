import type { OutcomeReason, WarningKind } from '@signalbox/contracts'
import type { Warnings } from '@signalbox/service-kit'

/** Refusals that operators did not ask for. Quotas are excluded: someone configured them, and SDKs are notified. */
const warned: { readonly [Reason in OutcomeReason]?: { kind: WarningKind; detail: string } } = {
  log_full: {
    kind: 'log_full',
    detail:
      'The event log takes nothing, so telemetry is refused with 503: see whether its disk is full, whether the consumer stores what is in it, and whether it may be larger (SIGNALBOX_EVENT_LOG_BYTES_MAX)',
  },
  key_rate_limit: {
    kind: 'key_rate_limited',
    detail:
      'Telemetry is refused with 429 because a key sends more requests a minute than it may: raise its limit (ingest_limit_per_minute), or SIGNALBOX_INGEST_RATE_LIMIT_PER_MINUTE for all',
  },
  too_large: { kind: 'requests_refused', detail: 'Telemetry is refused because it is larger than what is taken in' },
  cors: {
    kind: 'requests_refused',
    detail: 'Telemetry of pages is refused because their domain is none of the allowed domains of the project',
  },
  project_inactive: {
    kind: 'requests_refused',
    detail: 'Telemetry is refused because its project is turned off: activate it, or stop sending',
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
export function warnOfRefusal(warnings: Pick<Warnings, 'note'>, refusal: RefusedItems): void {
  const { organizationId, projectId, reason, quantity: count } = refusal
  const warning = warned[reason]
  if (warning === undefined) return
  if (warning.kind === 'log_full') warnings.note({ ...warning, count })
  else warnings.note({ ...warning, organizationId, projectId, subject: reason, count })
}
