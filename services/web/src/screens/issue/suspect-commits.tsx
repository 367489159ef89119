import type { CountedIssueDetail, SuspectCommit } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { usePermission } from '../../api/permission.js'
import { apiQuery } from '../../api/queries.js'
import { Icon } from '../../parts/icon/icon.js'
import { countOf } from '../../parts/numbers/format-number.js'
import { OptionalPlaceholder } from '../../parts/states/skeleton.js'
import { Tag } from '../../parts/status/status.js'
import { Ago } from '../../parts/time/ago.js'
import styles from './issue.module.css'

const shownMax = 3

/** Commits that touched files of the stack, closest to the error first. Renders nothing if none is known. */
export function SuspectCommits({ issue }: { issue: CountedIssueDetail }) {
  const { isAllowed } = usePermission('changes:read')
  const { data, isLoading } = useQuery({
    ...apiQuery('listSuspectCommits', { params: { issue_id: issue.id } }),
    staleTime: 60_000,
    enabled: isAllowed,
  })
  const suspects = data?.suspects ?? []
  if (isLoading) return <OptionalPlaceholder />
  if (suspects.length === 0) return null
  return (
    <section className="card" aria-label="Suspect commits">
      <header>
        <Icon name="commit" isSmall />
        <h2>Suspect commits</h2>
        {suspects.length > shownMax && (
          <span className="right t3 small">
            {shownMax} of {suspects.length}
          </span>
        )}
      </header>
      <ol className={`pad ${styles['commits'] ?? ''}`}>
        {suspects.slice(0, shownMax).map((suspect) => (
          <Commit key={suspect.change_id} suspect={suspect} />
        ))}
      </ol>
    </section>
  )
}

function Commit({ suspect }: { suspect: SuspectCommit }) {
  const { commit, title, author, url, occurred_at: at, is_in_release: isInRelease, file, frame } = suspect
  const name = title.split('\n', 1)[0] ?? title
  return (
    <li>
      <div className="row between">
        {url === null ? (
          <span className="strong clip" title={name}>
            {name}
          </span>
        ) : (
          <a className="link strong clip" href={url} rel="noreferrer" title={name}>
            {name}
          </a>
        )}
        {isInRelease && <Tag>in this release</Tag>}
      </div>
      <p className="small t3 clip">
        <code>{commit.slice(0, 7)}</code> {author !== null && `${author} · `}
        <Ago at={at} />
      </p>
      <p className="small t2">
        Touched <code className={styles['crumb']}>{file}</code>,{' '}
        {frame.depth === 0 ? 'where the error was raised' : `${countOf(frame.depth, 'call')} above`}.
      </p>
    </li>
  )
}
