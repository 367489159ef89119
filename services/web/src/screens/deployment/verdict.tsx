import type { DeploymentDetail, SessionDetail } from '@signalbox/contracts'
import { Link } from '@tanstack/react-router'
import { usePermission } from '../../api/permission.js'
import { useActions } from '../../frame/actions/actions.js'
import { openAsk } from '../../frame/ask/ask-store.js'
import { Button, buttonClass } from '../../parts/controls/button.js'
import { nameDeployment } from '../../parts/deployment/use-markers.js'
import { describeWatch } from '../../parts/deployment/describe-watch.js'
import { Icon } from '../../parts/icon/icon.js'
import { Figure } from '../../parts/numbers/figure.js'
import { Summary } from '../../parts/session/summary.js'
import { timesOfSession } from '../../parts/session/times-of-session.js'
import { Status } from '../../parts/status/status.js'
import { KnownTimes } from '../../parts/text/known-times.js'
import { Ago, DayTime } from '../../parts/time/ago.js'
import styles from './deployment.module.css'

interface VerdictProps {
  deployment: DeploymentDetail
  watch: SessionDetail | undefined
}

/** The watch's verdict on a deployment, with links. */
export function Verdict({ deployment, watch }: VerdictProps) {
  const { tone, text } = describeWatch(deployment)
  const { session_id: sessionId, commit_sha: sha, commit_message: message, external_url: url } = deployment
  return (
    <section className={`card verdict ${tone}`} aria-label="Verdict">
      <span className="edge" />
      <div>
        <div className={`pad ${styles['head'] ?? ''}`}>
          <Status tone={tone} isPill>
            {text}
          </Status>
          <KnownTimes value={watch ? timesOfSession(watch) : []}>
            <Summary text={watch?.report?.summary ?? deployment.deployment_request} />
          </KnownTimes>
          <div className="row wrap">
            {sessionId !== null && (
              <Link className={buttonClass()} to="/agents/$session_id" params={{ session_id: sessionId }}>
                <Icon name="ask" isSmall />
                Open session
              </Link>
            )}
            <AskWhy deployment={deployment} />
            {url !== null && (
              <a className={buttonClass()} href={url} rel="noreferrer">
                <Icon name="open" isSmall />
                Open in CI
              </a>
            )}
          </div>
        </div>
        <div className="figs">
          <Figure label="Live" value={<Ago at={deployment.occurred_at} />}>
            <DayTime at={deployment.occurred_at} />
          </Figure>
          <Figure label="Where" value={deployment.environment ?? '–'}>
            {deployment.service ?? 'no service specified'}
          </Figure>
          <Figure label="Commit" value={sha?.slice(0, 12) ?? '–'}>
            {message?.split('\n', 1)[0]}
          </Figure>
          <Figure label="CI says" value={deployment.status}>
            {deployment.repository_full_name}
          </Figure>
        </div>
      </div>
    </section>
  )
}

/** Asks a session about the deployment, with the deployment as context. */
function AskWhy({ deployment }: { deployment: DeploymentDetail }) {
  const permission = usePermission('sessions:write')
  const name = nameDeployment(deployment)
  const ask = () => {
    openAsk({
      prompt: `What changed after the deployment of ${name} at ${deployment.occurred_at}?`,
      chips: [{ name: 'deployment_id', text: name, value: deployment.id }],
    })
  }
  useActions(
    'Deployment',
    permission.isAllowed ? [{ id: 'ask', text: `Ask about ${name}`, icon: 'ask', keys: 'w', run: ask }] : [],
  )
  return (
    <Button icon="ask" permission={permission} onClick={ask}>
      Ask about this
    </Button>
  )
}
