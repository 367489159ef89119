import type { RunningProcess, SystemSample } from '@signalbox/contracts'
import { formatBytes, formatShare } from '../../parts/numbers/format-number.js'
import { HistoryChart } from './history-chart.js'
import { Meter } from './meter.js'
import { roleWords } from './role-words.js'
import styles from './system.module.css'

interface DiskCardProps {
  processes: readonly RunningProcess[]
  samples: readonly SystemSample[]
}

const shareOf = ({ disk_share: share }: SystemSample) => share

/** Free space for data now and over time, for the installation's processes that store data. */
export function DiskCard({ processes, samples }: DiskCardProps) {
  const known = processes.flatMap(({ roles, disk }) => (disk ? [{ name: roleWords(roles), ...disk }] : []))
  const holdsTelemetry = processes.some(({ roles, disk }) => disk !== null && roles.includes('consumer'))
  return (
    <section className="card" aria-label="Disk">
      <header>
        <h2>Disk</h2>
        <span className="small t3">data directories</span>
      </header>
      <ul className={styles['disks']}>
        {known.map(({ name, size_bytes: size, free_bytes: free }, index) => (
          <li key={index}>
            <span className="strong">{name}</span>
            <span className="t2">
              {formatBytes(free)} of {formatBytes(size)} free
            </span>
            <Meter label={`Disk of ${name}`} share={1 - free / size} />
            <span className="small t3">{formatShare(1 - free / size)} used.</span>
          </li>
        ))}
        {known.length === 0 && <li className="t2">No data yet.</li>}
      </ul>
      <HistoryChart
        name={known.length > 1 ? 'Fullest disk' : 'Disk usage'}
        samples={samples}
        valueOf={shareOf}
        format={formatShare}
        most={1}
      />
      {!holdsTelemetry && <footer>Monitor ClickHouse and Kafka disks where they run.</footer>}
    </section>
  )
}
