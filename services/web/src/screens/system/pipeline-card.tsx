import type { PipelineState, SystemSample } from '@signalbox/contracts'
import { countOf, formatBytes, formatShare } from '../../parts/numbers/format-number.js'
import { Empty } from '../../parts/states/empty.js'
import { formatDuration } from '../../parts/time/format-time.js'
import { HistoryChart } from './history-chart.js'
import { Meter } from './meter.js'
import { nameKind } from './read-ledger.js'
import styles from './system.module.css'

/** Contents of the event log's topics. */
const topicWords: Readonly<Record<string, string>> = {
  envelopes: 'From SDKs',
  otlp: 'OpenTelemetry',
  outcomes: 'The ledger',
}

interface PipelineCardProps {
  pipeline: PipelineState | null
  samples: readonly SystemSample[]
}

const lagOf = ({ lag_seconds: seconds }: SystemSample) => seconds

/** Storage delay now and over time, and how full the event log is. */
export function PipelineCard({ pipeline, samples }: PipelineCardProps) {
  const lag = Math.max(0, ...(pipeline?.topics ?? []).map(({ lag_seconds: seconds }) => seconds))
  const late = (pipeline?.topics ?? []).filter(({ records }) => records > 0)
  const waiting = (pipeline?.topics ?? []).reduce((sum, { records }) => sum + records, 0)
  return (
    <section className="card" aria-label="Ingestion delay">
      <header>
        <h2>Ingestion delay</h2>
        {pipeline && (
          <span className="right small">
            {waiting === 0 ? (
              <span className="t3">no backlog</span>
            ) : (
              <>
                <b className="strong tab">{formatDuration(lag * 1_000)}</b> late
              </>
            )}
          </span>
        )}
      </header>
      {pipeline === null ? (
        <Empty title="No consumer has reported.">Telemetry stays in the event log until one runs.</Empty>
      ) : (
        <>
          {late.length > 0 && (
            <ul className={styles['lines']}>
              {late.map(({ topic, records, lag_seconds: seconds }) => (
                <li key={topic}>
                  <span className="strong">{topicWords[topic] ?? nameKind(topic)}</span>
                  <span className="t2">{countOf(records, 'request')} waiting</span>
                  <span className="tab">{formatDuration(seconds * 1_000)}</span>
                </li>
              ))}
            </ul>
          )}
          <HistoryChart name="Delay" samples={samples} valueOf={lagOf} format={formatLag} most={1} />
          <LogBudget bytes={pipeline.log_bytes} max={pipeline.log_bytes_max} />
        </>
      )}
    </section>
  )
}

/** Short enough for the axis of a small chart. */
function formatLag(seconds: number): string {
  const [unit, word] = seconds < 100 ? [1, 's'] : seconds < 6_000 ? [60, 'min'] : [3_600, 'h']
  return `${Math.round((seconds / unit) * 10) / 10} ${word}`
}

function LogBudget({ bytes, max }: { bytes: number | null; max: number | null }) {
  if (bytes === null || max === null) return <footer>The event log is Kafka. Monitor it where it runs.</footer>
  return (
    <footer className={styles['meters']}>
      <span>
        Event log: {formatBytes(bytes)}, {formatShare(bytes / max)} of its limit.
      </span>
      <Meter label="Event log" share={bytes / max} />
    </footer>
  )
}
