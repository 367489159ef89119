import type { ListedIssue } from '@signalbox/contracts'
import { memo } from 'react'
import { Avatar } from '../../parts/person/avatar.js'
import { Sparkline } from '../../parts/chart/sparkline.js'
import { shortRelease } from '../../parts/issue/short-release.js'
import { splitTitle } from '../../parts/issue/split-title.js'
import { isFresh, stateTag } from '../../parts/issue/state-words.js'
import { countOf, formatCount } from '../../parts/numbers/format-number.js'
import { Level } from '../../parts/status/level.js'
import { Tag } from '../../parts/status/status.js'
import { Ago } from '../../parts/time/ago.js'
import { useNow } from '../../parts/time/now.js'
import { IssueLink } from './issue-link.js'

interface IssueRowProps {
  issue: ListedIssue
  /** Place in the list, from 0. */
  index: number
  /** Where deployments fall in the range, 0 to 1. */
  marks: readonly number[]
  isChosen: boolean
  isCurrent: boolean
  onChoose(issue: ListedIssue, isRange: boolean): void
  onPoint(index: number): void
}

/** One issue of the list. The name is the link; the whole row follows a click on it. */
export const IssueRow = memo(function IssueRow({
  issue,
  index,
  marks,
  isChosen,
  isCurrent,
  onChoose,
  onPoint,
}: IssueRowProps) {
  const now = useNow()
  const isHot = isNew(issue, now)
  return (
    <tr
      className={[isChosen && 'on', isCurrent && 'current'].filter(Boolean).join(' ') || undefined}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      onPointerEnter={() => onPoint(index)}
    >
      <td className="c-check">
        <label>
          <input
            type="checkbox"
            checked={isChosen}
            aria-label={`Choose ${issue.short_id}`}
            onChange={(event) => onChoose(issue, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
          />
        </label>
      </td>
      <NameCell issue={issue} now={now} />
      <td className="c-trend">
        <Sparkline
          values={issue.series}
          isHot={isHot}
          marks={marks}
          label={`${countOf(issue.events, 'event')} in the range`}
        />
      </td>
      <td className="c-ev num">{formatCount(issue.events)}</td>
      <td className="c-us num hide-s">{issue.users === 0 ? '–' : formatCount(issue.users)}</td>
      <td className="c-when hide-s">
        <div className="when">
          <LastSeen issue={issue} />
          <span>
            first <Ago at={issue.first_seen_at} />
          </span>
        </div>
      </td>
      <td className="c-who hide-s">
        <span title={issue.assignee?.name ?? 'Nobody has it'}>
          <Avatar name={issue.assignee?.name} />
          <span className="vh">{issue.assignee?.name ?? 'Nobody'}</span>
        </span>
      </td>
    </tr>
  )
})

/** Whether the issue has just begun: red is kept for that. */
function isNew({ status, first_seen_at: firstSeenAt }: ListedIssue, now: number): boolean {
  return isFresh(firstSeenAt, now) && status === 'unresolved'
}

function NameCell({ issue, now }: { issue: ListedIssue; now: number }) {
  const { type, text } = splitTitle(issue.title)
  const tag = stateTag(issue, now)
  const isHot = isNew(issue, now) || tag?.tone === 'warn' || issue.level === 'fatal'
  return (
    <td className="c-name">
      <div className="iss">
        <Level level={issue.level} isHot={isHot} />
        <div className="row">
          <IssueLink issueId={issue.short_id}>
            {type} {text !== '' && <em>{text}</em>}
          </IssueLink>
          {tag && <Tag {...(tag.tone && { tone: tag.tone })}>{tag.text}</Tag>}
        </div>
        <div className="meta">
          {tag && (
            <span className="only-s">
              <Tag {...(tag.tone && { tone: tag.tone })}>{tag.text}</Tag>
            </span>
          )}
          <span>{issue.short_id}</span>
          <span className="only-s">
            <LastSeen issue={issue} />
          </span>
          {issue.culprit !== '' && <span className="clip hide-s">{issue.culprit}</span>}
          {issue.first_release !== '' && <span className="hide-s">since {shortRelease(issue.first_release)}</span>}
        </div>
      </div>
    </td>
  )
}

function LastSeen({ issue }: { issue: ListedIssue }) {
  return issue.last_seen_at === null ? 'not in this range' : <Ago at={issue.last_seen_at} />
}
