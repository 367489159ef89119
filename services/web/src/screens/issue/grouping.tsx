import type { CountedIssueDetail, FingerprintGrouping } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/api.js'
import { usePermission } from '../../api/permission.js'
import { apiQuery } from '../../api/queries.js'
import { Button } from '../../parts/controls/button.js'
import { Dialog } from '../../parts/controls/dialog.js'
import { JsonValue } from '../../parts/json/json-value.js'
import { countOf } from '../../parts/numbers/format-number.js'
import { Answered } from '../../parts/states/answered.js'
import { Tag } from '../../parts/status/status.js'
import type { useIssueChanges } from './queries.js'
import styles from './issue.module.css'

interface GroupingProps {
  issue: CountedIssueDetail
  changes: ReturnType<typeof useIssueChanges>
}

/** Why the issue's events belong together. */
export function Grouping({ issue, changes }: GroupingProps) {
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    ...apiQuery('readIssueGrouping', { params: { issue_id: issue.id } }),
    staleTime: 300_000,
    enabled: isOpen,
  })
  return (
    <section className="card" aria-label="Grouping">
      <div className="pad small row between">
        <span className="t2">Grouped by {countOf(issue.fingerprints.length, 'fingerprint')}</span>
        <button type="button" className="link" onClick={() => setOpen(true)}>
          Why
        </button>
      </div>
      <Dialog title="Why these events are one issue" kind="drawer" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Answered query={query}>
          {({ fingerprints }) => (
            <div className="stack">
              {fingerprints.map((grouping) => (
                <Fingerprint
                  key={grouping.fingerprint}
                  {...{ grouping, issue, changes }}
                  isOnly={fingerprints.length === 1}
                />
              ))}
            </div>
          )}
        </Answered>
      </Dialog>
    </section>
  )
}

function Fingerprint({
  grouping,
  issue,
  changes,
  isOnly,
}: GroupingProps & { grouping: FingerprintGrouping; isOnly: boolean }) {
  const permission = usePermission('issues:write')
  const separate = () => {
    const body = { fingerprints: [grouping.fingerprint] }
    void changes.run(
      () => api.call('unmergeIssue', { params: { issue_id: issue.id }, body }),
      'Split into its own issue',
    )
  }
  return (
    <section className={styles['fingerprint']}>
      <div className="row between">
        <code>{grouping.fingerprint}</code>
        {!isOnly && (
          <Button isSmall permission={permission} onClick={separate}>
            Split into its own issue
          </Button>
        )}
      </div>
      <p>
        {groupingWords(grouping)} {countOf(grouping.events, 'event')}.
      </p>
      {grouping.rule && (
        <p className="small">
          Rule on line {grouping.rule.line}: <code>{grouping.rule.text}</code>
        </p>
      )}
      {grouping.rules_skipped && (
        <p className="small">Project rules were skipped because evaluating them on these events takes too long.</p>
      )}
      <ol className={styles['frames']}>
        {grouping.frames.toReversed().map((frame, index) => (
          <li key={index} className={frame.why === null ? undefined : 't3'}>
            <code>
              {frame.function || '?'} <span className="t3">{frame.place}</span>
            </code>
            {frame.why === null ? <Tag tone="ok">used</Tag> : <Tag>{frame.why}</Tag>}
          </li>
        ))}
      </ol>
      {grouping.older_frames > 0 && <p className="hint">{countOf(grouping.older_frames, 'older frame')} not listed.</p>}
      {grouping.components.length > 0 && (
        <details>
          <summary className="small">Grouping components</summary>
          <JsonValue value={grouping.components} />
        </details>
      )}
    </section>
  )
}

const words: Readonly<Record<string, string>> = {
  fingerprint: 'The SDK set the fingerprint.',
  checksum: 'The SDK set a checksum.',
  rule: 'Set by a project rule.',
  app: 'By exception type and your own frames.',
  system: 'By exception type and all frames, because none are in your code.',
  message: 'By message, ignoring the parts that vary.',
}

/** The deciding grouping mechanism as a sentence. */
function groupingWords({ by }: Pick<FingerprintGrouping, 'by'>): string {
  if (by === null) return 'The reason is no longer stored.'
  return words[by] ?? `By ${by}.`
}
