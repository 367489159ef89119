import type { DeploymentDetail } from '@signalbox/contracts'
import { Link, useParams } from '@tanstack/react-router'
import { Screen } from '../../frame/screen.js'
import { buttonClass } from '../../parts/controls/button.js'
import { nameDeployment } from '../../parts/deployment/use-markers.js'
import { Answered } from '../../parts/states/answered.js'
import { Charts } from './charts.js'
import { DeploymentChanges } from './deployment-changes.js'
import { useDeployment, useWatch } from './queries.js'
import { StatusHistory } from './status-history.js'
import { Verdict } from './verdict.js'
import styles from './deployment.module.css'

/** One deployment: its outcome, the metrics around it, and its contents. */
export function DeploymentPage() {
  const { deploymentId } = useParams({ from: '/frame/deployments/$deploymentId' })
  const query = useDeployment(deploymentId)
  return (
    <Screen
      title={query.data ? nameDeployment(query.data) : 'Deployment'}
      parent={{ text: 'Deployments', to: '/deployments' }}
      freshness={query}
      hasRange={false}
      hasProject={false}
    >
      <Answered
        query={query}
        what={`deployment ${deploymentId.slice(0, 8)}`}
        way={
          <Link className={buttonClass()} to="/deployments">
            All deployments
          </Link>
        }
      >
        {(deployment) => <Deployed deployment={deployment} />}
      </Answered>
    </Screen>
  )
}

function Deployed({ deployment }: { deployment: DeploymentDetail }) {
  const watch = useWatch(deployment.session_id)
  return (
    <div className={styles['page']}>
      <Verdict deployment={deployment} watch={watch} />
      <Charts deployment={deployment} watch={watch} />
      <div className={styles['pair']}>
        <DeploymentChanges deployment={deployment} />
        <StatusHistory deployment={deployment} />
      </div>
    </div>
  )
}
