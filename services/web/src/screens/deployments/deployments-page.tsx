import { useState } from 'react'
import { boundsOf } from '../../frame/range/range.js'
import { useRange } from '../../frame/range/use-range.js'
import { Screen } from '../../frame/screen.js'
import { Code } from '../../parts/controls/code.js'
import { formatCount } from '../../parts/numbers/format-number.js'
import { Answered } from '../../parts/states/answered.js'
import { Empty } from '../../parts/states/empty.js'
import { useNow } from '../../parts/time/now.js'
import { DeploymentTable } from './deployment-table.js'
import { Lanes } from './lanes.js'
import { listedMax, useDeployments } from './queries.js'
import { joinWatches } from '../../parts/deployment/watched-deployment.js'

const announce = `curl -X POST ${location.origin}/api/v1/deployments/ \\
  -H "Authorization: Bearer $SIGNALBOX_API_KEY" -H "Content-Type: application/json" \\
  -d '{"deployment_request": "Ship checkout 2.14.0", "service": "checkout", "version": "2.14.0"}'`

/** Who went live when, what became of it, and what else changed. */
export function DeploymentsPage() {
  const [pages, setPages] = useState(1)
  const { deployments, older, changes, watches } = useDeployments(pages)
  const bounds = boundsOf(useRange(), useNow())
  return (
    <Screen title="Deployments" freshness={deployments}>
      <Answered query={deployments}>
        {({ deployments: newest, total }) => {
          const listed = [...newest, ...older]
          const others = (changes.data?.changes ?? []).filter(({ kind }) => kind !== 'deployment')
          if (listed.length === 0 && others.length === 0) return <NoDeployments />
          const watched = joinWatches(listed, watches)
          return (
            <div className="stack">
              <Lanes watched={watched} changes={others} bounds={bounds} />
              {watched.length > 0 && (
                <section className="card" aria-label="Deployments">
                  <DeploymentTable watched={watched} />
                  <footer>
                    {formatCount(listed.length)} of {formatCount(total)} in this range
                    {listed.length < total && (
                      <button type="button" className="link" onClick={() => setPages(pages + 1)}>
                        Show {formatCount(Math.min(listedMax, total - listed.length))} more
                      </button>
                    )}
                  </footer>
                </section>
              )}
            </div>
          )
        }}
      </Answered>
    </Screen>
  )
}

function NoDeployments() {
  return (
    <section className="card">
      <Empty title="No deployment was announced in this range.">
        CI announces one with one command:
        <Code label="Announce a deployment" text={announce} />
      </Empty>
    </section>
  )
}
