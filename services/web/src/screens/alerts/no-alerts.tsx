import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.js'
import { Code } from '../../parts/controls/code.js'
import { Empty } from '../../parts/states/empty.js'
import { Ago } from '../../parts/time/ago.js'

/** Nothing is firing, nothing ever did, or there are no rules yet. */
export function NoAlerts({ state }: { state: 'firing' | 'resolved' | 'all' }) {
  const rules = useQuery(apiQuery('listAlertRules', { query: { page_size: 1 } }))
  if (rules.data?.count === 0) {
    return (
      <Empty title="No alert rules yet." action={<Code text={command} label="Create alert rules" />}>
        Rules are YAML files. This creates or updates them:
      </Empty>
    )
  }
  if (state === 'firing') return <Empty title="Nothing is firing.">{<LastAlert />}</Empty>
  return <Empty title={state === 'resolved' ? 'No past alerts.' : 'No alerts.'} />
}

const command = 'signalbox alert-rules apply -f rules.yaml'

/** When the newest alert ended. */
function LastAlert() {
  const { data } = useQuery(apiQuery('listAlerts', { query: { state: 'resolved', page_size: 1, since: '90d' } }))
  const last = data?.alerts[0]
  if (last === undefined || last.resolved_at === null) return null
  return (
    <>
      {last.rule_name} ended <Ago at={last.resolved_at} />.
    </>
  )
}
