import type { CountedIssueDetail } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../api/queries.js'
import { Dialog } from '../../parts/controls/dialog.js'
import { formatCount, formatShare, countOf } from '../../parts/numbers/format-number.js'
import { Answered } from '../../parts/states/answered.js'
import { Skeleton } from '../../parts/states/skeleton.js'
import type { RouteResponse } from '../../api/contract-types.js'
import { Ago } from '../../parts/time/ago.js'
import styles from './issue.module.css'

const keysShown = 5
const valuesShown = 3

/** Distribution of the events over tag values. */
export function TagList({ issue }: { issue: CountedIssueDetail }) {
  const [isAll, setAll] = useState(false)
  const [key, setKey] = useState<string>()
  const query = useQuery({ ...apiQuery('listIssueTags', { params: { issue_id: issue.id } }), staleTime: 60_000 })
  return (
    <section className="card" aria-label="Tags">
      <header>
        <h2>Tags</h2>
        <span className="right t3 small">{query.data && `of ${countOf(query.data.events, 'event')}`}</span>
      </header>
      <Answered query={query} skeleton={<Skeleton rows={3} />}>
        {({ tags, is_sampled: isSampled }) => (
          <div className={`pad ${styles['tags'] ?? ''}`}>
            {isSampled && <p className="hint">Based on the newest events only.</p>}
            {tags.length === 0 && <p className="hint">No tags on these events.</p>}
            {tags.slice(0, isAll ? tags.length : keysShown).map((tag) => (
              <TagKey key={tag.key} tag={tag} onOpen={() => setKey(tag.key)} />
            ))}
            {tags.length > keysShown && !isAll && (
              <button type="button" className="link small" onClick={() => setAll(true)}>
                {tags.length - keysShown} more
              </button>
            )}
          </div>
        )}
      </Answered>
      <Dialog title={key ?? ''} kind="drawer" isOpen={key !== undefined} onClose={() => setKey(undefined)}>
        {key !== undefined && <TagValues issue={issue} tagKey={key} />}
      </Dialog>
    </section>
  )
}

type Tag = RouteResponse<'listIssueTags'>['tags'][number]

function TagKey({ tag, onOpen }: { tag: Tag; onOpen(): void }) {
  return (
    <div>
      <div className="row between">
        <button type="button" className="name strong" onClick={onOpen}>
          {tag.key}
        </button>
        <span className="t3 small">{countOf(tag.unique_values, 'value')}</span>
      </div>
      {tag.values.slice(0, valuesShown).map(({ value, share }) => (
        <div key={value} className={styles['tagValue']} title={value}>
          <span className="clip">{value}</span>
          <span className="bar">
            <i style={{ width: `${share * 100}%` }} />
          </span>
          <span className="num small t2">{formatShare(share)}</span>
        </div>
      ))}
    </div>
  )
}

function TagValues({ issue, tagKey }: { issue: CountedIssueDetail; tagKey: string }) {
  const query = useQuery(apiQuery('readIssueTag', { params: { issue_id: issue.id, key: tagKey } }))
  return (
    <Answered query={query}>
      {({ values }) => (
        <table className="table">
          <caption className="vh">Values of {tagKey}</caption>
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col" className="num">
                Events
              </th>
              <th scope="col" className="num">
                Share
              </th>
              <th scope="col">Last</th>
            </tr>
          </thead>
          <tbody>
            {values.map(({ value, events, share, last_seen_at: last }) => (
              <tr key={value}>
                <td className="clip" title={value}>
                  {value}
                </td>
                <td className="num">{formatCount(events)}</td>
                <td className="num">{formatShare(share)}</td>
                <td>
                  <Ago at={last} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Answered>
  )
}
