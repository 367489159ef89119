import type { DeploymentDetail } from '@signalbox/contracts'
import { Link } from '@tanstack/react-router'
import { Ago } from '../../parts/time/ago.js'
import styles from './deployment.module.css'

/** A deployment's CI statuses over time, with links. */
export function StatusHistory({ deployment }: { deployment: DeploymentDetail }) {
  const { status_history: history, version } = deployment
  return (
    <section className="card" aria-label="CI status">
      <header>
        <h2>CI status</h2>
      </header>
      <ol className={styles['changes']}>
        {history.map(({ status, changed_at: at }) => (
          <li key={at}>
            <span className="strong">{status}</span>{' '}
            <span className="small t3">
              <Ago at={at} />
            </span>
          </li>
        ))}
      </ol>
      {version !== null && (
        <footer>
          <Link className="link" to="/issues" search={{ query: `first_release:"${version.replaceAll('"', '')}"` }}>
            Issues first seen in {version}
          </Link>
        </footer>
      )}
    </section>
  )
}
