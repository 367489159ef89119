import type { Claim, SessionReport } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { usePermission } from '../../api/permission.js'
import { apiQuery } from '../../api/queries.js'
import { buttonClass } from '../../parts/controls/button.js'
import { nameDeployment } from '../../parts/deployment/use-markers.js'
import { Icon } from '../../parts/icon/icon.js'
import { remedyWords } from '../../parts/session/remedy-words.js'
import { dayMs, hourMs } from '../../parts/time/format-time.js'
import { findCulprit } from './find-culprit.js'
import styles from './session.module.css'

/**
 * Links to the CI job that applies the remedy, or to the deployment. Without either it names the remedy, unless a claim already
 * does.
 */
export function Remedy({ report }: { report: SessionReport }) {
  const { culprit, isLoading } = useCulprit(report)
  if (report.remediation === 'none') return null
  if (isLoading) return <PendingRemedy report={report} />
  if (!culprit && report.claims.some(isAdvice)) return null
  const name = culprit && nameDeployment(culprit)
  return (
    <div className={`row wrap ${styles['remedy'] ?? ''}`}>
      {culprit ? (
        culprit.external_url === null ? (
          <Link
            className={buttonClass({ kind: 'main' })}
            to="/deployments/$deploymentId"
            params={{ deploymentId: culprit.id }}
          >
            <Icon name="deployment" isSmall />
            Open {name}
          </Link>
        ) : (
          <a className={buttonClass({ kind: 'main' })} href={culprit.external_url} rel="noreferrer">
            <Icon name="open" isSmall />
            Roll back in CI
          </a>
        )
      ) : (
        <span className="t2">
          Remedy: <b className="strong">{remedyWords[report.remediation]}</b>
        </span>
      )}
      <span className="small t3">
        {culprit?.external_url ? `Opens the CI job of ${name ?? ''}. ` : ''}Signalbox never makes changes itself.
      </span>
    </div>
  )
}

function isAdvice({ topic, status }: Claim): boolean {
  return topic === 'remedy' && status === 'verified'
}

/** As high as what comes, so that nothing jumps. */
function PendingRemedy({ report: { first_failing_service: service } }: { report: SessionReport }) {
  return (
    <div className={`row wrap ${styles['remedy'] ?? ''} ${styles['coming'] ?? ''}`} aria-hidden="true">
      <span className={buttonClass({ kind: 'main' })}>Roll back in CI</span>
      <span className="small t3">Opens the CI job of {service} 0.0.0. Signalbox never makes changes itself.</span>
    </div>
  )
}

const lookBackMs = 7 * dayMs

/** Finds the deployment that the report says to roll back; none where another remedy is advised or it is not known here. */
function useCulprit({ remediation, cause, onset_at: onsetAt, first_failing_service: service }: SessionReport) {
  const { isAllowed } = usePermission('changes:read')
  const onsetMs = Date.parse(onsetAt ?? '')
  const isKnown = remediation === 'rollback' && cause !== null && !Number.isNaN(onsetMs)
  const { data, isLoading } = useQuery({
    ...apiQuery('listDeployments', {
      query: {
        limit: 50,
        ...(isKnown && {
          start: new Date(onsetMs - lookBackMs).toISOString(),
          end: new Date(onsetMs + hourMs).toISOString(),
        }),
        ...(service !== null && { service }),
      },
    }),
    staleTime: hourMs,
    enabled: isAllowed && isKnown,
  })
  return { culprit: isKnown ? findCulprit(cause, onsetMs, data?.deployments ?? []) : undefined, isLoading }
}
