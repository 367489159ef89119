import type { Change, DeploymentDetail } from '@signalbox/contracts'
import { Link } from '@tanstack/react-router'
import { nameDeployment } from '../../parts/deployment/use-markers.js'
import { Diff } from '../../parts/diff/diff.js'
import { countOf } from '../../parts/numbers/format-number.js'
import { Answered } from '../../parts/states/answered.js'
import { Empty } from '../../parts/states/empty.js'
import { Tag } from '../../parts/status/status.js'
import { Ago } from '../../parts/time/ago.js'
import { isPartOf } from './is-part-of.js'
import { useDeploymentChanges } from './queries.js'
import styles from './deployment.module.css'

/** Commits, flags and other changes since the service's previous deployment. */
export function DeploymentChanges({ deployment }: { deployment: DeploymentDetail }) {
  const { previous, changes } = useDeploymentChanges(deployment)
  return (
    <section className="card" aria-label="Changes">
      <header>
        <h2>Changes</h2>
        {previous && (
          <span className="small t3">
            since{' '}
            <Link className="link" to="/deployments/$deploymentId" params={{ deploymentId: previous.id }}>
              {nameDeployment(previous)}
            </Link>
          </span>
        )}
      </header>
      <Answered query={changes}>
        {({ changes: all }) => {
          const others = all.filter((change) => isPartOf(change, deployment))
          if (others.length === 0) {
            return <Empty title="No changes reported.">CI can report commits alongside the deployment.</Empty>
          }
          return (
            <ul className={styles['changes']}>
              {others.map((change) => (
                <ChangeRow key={change.change_id} change={change} />
              ))}
            </ul>
          )
        }}
      </Answered>
    </section>
  )
}

function ChangeRow({ change }: { change: Change }) {
  const { kind, title, author, occurred_at: at, url, files, diff, diff_cut: isCut } = change
  const name = title.split('\n', 1)[0] ?? ''
  return (
    <li>
      <p>
        <Tag>{kind}</Tag>{' '}
        {url === null ? (
          <span className="strong">{name}</span>
        ) : (
          <a className="link strong" href={url} rel="noreferrer">
            {name}
          </a>
        )}
      </p>
      <p className="small t3">
        {author !== null && `${author} · `}
        <Ago at={at} />
        {files.length > 0 && ` · ${countOf(files.length, 'file')}`}
      </p>
      {diff === null && isCut && <p className="small t3">Diff removed to save space</p>}
      {diff !== null && (
        <details>
          <summary className="small">Diff{isCut && ' (truncated)'}</summary>
          <Diff text={diff} />
        </details>
      )}
    </li>
  )
}
