import type { ProcessRole, RunningProcess } from '@signalbox/contracts'
import type { RouteResponse } from '../../api/contract-types.js'
import { countOf } from '../../parts/numbers/format-number.js'
import { Status } from '../../parts/status/status.js'
import { Ago } from '../../parts/time/ago.js'
import { allRoles, roleWords } from './role-words.js'
import styles from './system.module.css'

/** The installation's processes, and which of them are running. */
export function ComponentsCard({ system: { version, processes } }: { system: RouteResponse<'readSystem'> }) {
  return (
    <section className="card" aria-label="Components">
      <header>
        <h2>Components</h2>
        <span className="right small t3">
          {countOf(processes.length, 'process', 'processes')}, version {version}
        </span>
      </header>
      <ul className={styles['lines']}>
        {allRoles.map((role) => (
          <Component
            key={role}
            role={role}
            version={version}
            processes={processes.filter(({ roles }) => roles.includes(role))}
          />
        ))}
      </ul>
    </section>
  )
}

interface ComponentProps {
  role: ProcessRole
  version: string
  processes: readonly RunningProcess[]
}

function Component({ role, version, processes }: ComponentProps) {
  const others = new Set(processes.map((process) => process.version).filter((each) => each !== version))
  const newest = processes.toSorted((a, b) => Date.parse(b.started_at) - Date.parse(a.started_at))[0]
  return (
    <li>
      <span className="strong">{roleWords([role])}</span>
      <span className="t2">
        {processes.length > 1 && `${countOf(processes.length, 'process', 'processes')}, `}
        {newest && (
          <>
            started <Ago at={newest.started_at} />
          </>
        )}
        {others.size > 0 && `, version ${[...others].join(', ')}`}
      </span>
      {processes.length === 0 ? (
        <Status tone="bad">no report</Status>
      ) : others.size > 0 ? (
        <Status tone="warn">version mismatch</Status>
      ) : (
        <Status tone="ok">running</Status>
      )}
    </li>
  )
}
