import { boundsOf } from '../../frame/range/range.js'
import { useChangeFrameSearch, useRange } from '../../frame/range/use-range.js'
import { useRowKeys } from '../../frame/actions/use-row-keys.js'
import { Screen } from '../../frame/screen.js'
import { Code } from '../../parts/controls/code.js'
import { formatCount } from '../../parts/numbers/format-number.js'
import { Answered } from '../../parts/states/answered.js'
import { Empty } from '../../parts/states/empty.js'
import { useNow } from '../../parts/time/now.js'
import { DeploymentTable } from './deployment-table.js'
import { Lanes } from './lanes.js'
import { listedMax, useDeployments, useOtherChanges } from './queries.js'

const announce = `curl -X POST ${location.origin}/api/v1/deployments/ \\
  -H "Authorization: Bearer $SIGNALBOX_API_KEY" -H "Content-Type: application/json" \\
  -d '{"deployment_request": "Ship checkout 2.14.0", "service": "checkout", "version": "2.14.0"}'`

/** Deployments over time, their outcome, and other changes. */
export function DeploymentsPage() {
  const query = useDeployments()
  const others = useOtherChanges()
  const changeFrame = useChangeFrameSearch()
  const bounds = boundsOf(useRange(), useNow())
  useRowKeys()
  return (
    <Screen title="Deployments" freshness={query}>
      <Answered query={query} shorten={() => changeFrame({ since: '1h' })}>
        {({ pages }) => {
          // A deployment announced between two requests shifts others to the next page: each is shown once.
          const listed = [...new Map(pages.flatMap((page) => page.deployments).map((each) => [each.id, each])).values()]
          const total = pages[0]?.total ?? 0
          if (listed.length === 0 && others.length === 0) return <NoDeployments />
          return (
            <div className="stack">
              <Lanes deployments={listed} changes={others} bounds={bounds} />
              {listed.length > 0 && (
                <section className="card" aria-label="Deployments">
                  <DeploymentTable deployments={listed} />
                  <footer>
                    {formatCount(listed.length)} of {formatCount(total)} in this range
                    {query.hasNextPage && (
                      <button
                        type="button"
                        className="link"
                        disabled={query.isFetchingNextPage}
                        onClick={() => void query.fetchNextPage()}
                      >
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
      <Empty title="No deployments in this range.">
        Report one from CI with a single request:
        <Code label="Report a deployment" text={announce} />
      </Empty>
    </section>
  )
}
