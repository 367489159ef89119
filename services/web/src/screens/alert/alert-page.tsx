import type { Alert } from '@signalbox/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api/api.js'
import { usePermission } from '../../api/permission.js'
import { apiQuery, liveMs } from '../../api/queries.js'
import { refreshQueries } from '../../api/query-client.js'
import { Screen } from '../../frame/screen.js'
import { useActions } from '../../frame/actions/actions.js'
import { openAsk } from '../../frame/ask/ask-store.js'
import {
  alertStateWords,
  describeNotice,
  formatOfAlert,
  hasValues,
  toneOfAlert,
} from '../../parts/alert/alert-words.js'
import { Button } from '../../parts/controls/button.js'
import { Figure } from '../../parts/numbers/figure.js'
import { Answered } from '../../parts/states/answered.js'
import { Status } from '../../parts/status/status.js'
import { Ago, DayTime } from '../../parts/time/ago.js'
import styles from './alert.module.css'
import { MeasuredChart } from './measured-chart.js'
import { useMeasured } from './use-measured.js'

/** One alert: notifications link here. */
export function AlertPage() {
  const { alertId } = useParams({ from: '/frame/alerts/$alertId' })
  const query = useQuery({ ...apiQuery('readAlert', { params: { alert_id: alertId } }), refetchInterval: liveMs })
  return (
    <Screen
      title={query.data?.rule_name ?? 'Alert'}
      parent={{ text: 'Alerts', to: '/alerts' }}
      freshness={query}
      hasRange={false}
      hasProject={false}
    >
      <Answered query={query} what={`alert ${alertId.slice(0, 8)}`}>
        {(alert) => <AlertDetails alert={alert} />}
      </Answered>
    </Screen>
  )
}

function AlertDetails({ alert }: { alert: Alert }) {
  const measured = useMeasured(alert)
  return (
    <div className={styles['page']}>
      <Summary alert={alert} format={measured?.format ?? formatOfAlert(alert)} />
      {measured && <MeasuredChart {...{ alert, measured }} />}
    </div>
  )
}

function Summary({ alert, format }: { alert: Alert; format(value: number): string }) {
  const { opened_at: openedAt, resolved_at: resolvedAt, severity } = alert
  const tone = toneOfAlert(alert)
  return (
    <section className={`card verdict ${tone}`} aria-label="Alert">
      <span className="edge" />
      <div>
        <div className={`pad ${styles['head'] ?? ''}`}>
          <Status tone={tone} isPill>
            {alertStateWords[alert.state]}
          </Status>
          <p className="says">{describe(alert, format)}</p>
          <p className="small t3">
            Severity {severity}, {describeNotice(alert)}.
          </p>
          <div className="row wrap">
            <AskWhy alert={alert} />
            <Acknowledge alert={alert} />
          </div>
        </div>
        <div className="figs">
          <Figure label="Opened" value={<Ago at={openedAt} />}>
            <DayTime at={openedAt} />
          </Figure>
          <Figure label="Ended" value={resolvedAt === null ? 'Still open' : <Ago at={resolvedAt} />}>
            {resolvedAt === null ? 'condition still met' : <DayTime at={resolvedAt} />}
          </Figure>
          {hasValues(alert) && (
            <>
              <Figure label={resolvedAt === null ? 'Now' : 'Last'} value={format(alert.value)}>
                fires {alert.is} {format(alert.threshold)}
              </Figure>
              <Figure label="Peak" value={format(alert.peak_value)}>
                while open
              </Figure>
            </>
          )}
        </div>
      </div>
    </section>
  )
}

/** What is wrong, in one sentence: `Checkout is slow, checkout: 3.21 s, fires above 1.00 s`. */
function describe(alert: Alert, format: (value: number) => string): string {
  const { rule_name: name, subject, state, is, threshold } = alert
  const about = subject === null ? name : `${name}, ${subject}`
  if (!hasValues(alert)) return about
  const value = state === 'firing' ? format(alert.value) : `peaked at ${format(alert.peak_value)}`
  return `${about}: ${value}, fires ${is} ${format(threshold)}`
}

/** Starts a session about the alert. */
function AskWhy({ alert }: { alert: Alert }) {
  const permission = usePermission('sessions:write')
  const { rule_name: name, subject, threshold, value: observed, opened_at: firedAt } = alert
  const about = subject === null ? name : `${name} for ${subject}`
  const ask = () => {
    const value = { alert_id: alert.id, rule: name, subject, threshold, observed, fired_at: firedAt }
    openAsk({ prompt: `Why did the alert ${about} fire?`, chips: [{ name: 'alert', text: about, value }] })
  }
  useActions(
    'Alert',
    permission.isAllowed ? [{ id: 'ask', text: `Ask why ${about}`, icon: 'ask', keys: 'w', run: ask }] : [],
  )
  return (
    <Button kind="main" icon="ask" permission={permission} onClick={ask}>
      Ask why
    </Button>
  )
}

/** Acknowledges the alert; the first person's acknowledgement stays. */
function Acknowledge({ alert }: { alert: Alert }) {
  const cache = useQueryClient()
  const permission = usePermission('alerts:write')
  const acknowledge = useMutation({
    mutationFn: () => api.call('acknowledgeAlert', { params: { alert_id: alert.id } }),
    onSettled: () => refreshQueries(cache, 'readAlert', 'listAlerts'),
  })
  if (alert.acknowledged_at !== null)
    return <span className="t2">Acknowledged by {alert.acknowledged_by ?? 'someone'}</span>
  if (alert.state === 'resolved') return null
  return (
    <Button permission={permission} disabled={acknowledge.isPending} onClick={() => acknowledge.mutate()}>
      Acknowledge
    </Button>
  )
}
