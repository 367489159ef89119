import type { ListedIssue, IssueSort } from '@signalbox/contracts'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { followRow } from '../../parts/controls/follow-row.js'
import type { DeploymentMark } from '../../parts/deployment/deployment-mark.js'
import { useTimes } from '../../parts/time/format-time.js'
import { useNow } from '../../parts/time/now.js'
import { useIssueAddress } from './issue-link.js'
import { IssueRow } from './issue-row.js'
import styles from './issues.module.css'

interface IssueTableProps {
  total: number
  /** The issue at a position; undefined while loading. */
  issueAt(index: number): ListedIssue | undefined
  /** The range's deployments. */
  marks: readonly DeploymentMark[]
  chosen: ReadonlySet<string>
  /** Whether phones show the checkboxes; wider screens always do. */
  isSelecting: boolean
  /** Position of the row with keyboard focus; -1 if there is none. */
  current: number
  sort: IssueSort
  /** Replaces the column names while issues are selected. */
  bulk: ReactNode
  rangeName: string
  /** Visible rows and scroll position in pixels: reading it from the page would force another layout. */
  onVisible(first: number, last: number, scrolledPx: number): void
  onChoose(issue: ListedIssue, isRange: boolean): void
  onChooseAll(): void
  onPoint(index: number): void
  onSort(sort: IssueSort): void
}

/** A real table that contains only the visible rows. It scrolls with the page. */
export function IssueTable(props: IssueTableProps) {
  const { total, issueAt, chosen, current, onVisible } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const [offset, setOffset] = useState(0)
  const isNarrow = useIsNarrow()
  const rowHeight = isNarrow ? rowHeights.narrow : rowHeights.wide
  // Values shared by all rows are computed once: a scroll step renders several rows.
  const shared = { marks: props.marks, now: useNow(), times: useTimes(), isNarrow }
  const addressOf = useIssueAddress()
  useLayoutEffect(() => {
    const top = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY
    if (Math.abs(top - offset) > 1) setOffset(top)
  }, [offset, total])
  const virtualizer = useWindowVirtualizer({
    count: total,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollMargin: offset,
    onChange: (instance) => {
      const items = instance.getVirtualItems()
      onVisible(items[0]?.index ?? 0, items.at(-1)?.index ?? 0, instance.scrollOffset ?? 0)
    },
  })
  useLayoutEffect(() => {
    virtualizer.measure()
  }, [rowHeight, virtualizer])
  useLayoutEffect(() => {
    if (current >= 0) virtualizer.scrollToIndex(current, { align: 'auto' })
  }, [current, virtualizer])
  const items = virtualizer.getVirtualItems()
  const before = (items[0]?.start ?? offset) - offset
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset)
  return (
    <table className={tableClass(props.isSelecting)} aria-rowcount={total + 1}>
      <caption className="vh">Issues</caption>
      <Columns {...props} />
      <tbody ref={body} className="rows" onClick={followRow}>
        {before > 0 && <tr aria-hidden="true" className={styles['space']} style={{ height: before }} />}
        {items.map(({ index }) => {
          const issue = issueAt(index)
          if (!issue) return <PlaceholderRow key={index} />
          return (
            <IssueRow
              key={issue.id}
              {...{ issue, index, ...shared }}
              href={addressOf(issue.short_id)}
              isChosen={chosen.has(issue.id)}
              isCurrent={index === current}
              onChoose={props.onChoose}
              onPoint={props.onPoint}
            />
          )
        })}
        {after > 0 && <tr aria-hidden="true" className={styles['space']} style={{ height: after }} />}
      </tbody>
    </table>
  )
}

function tableClass(isSelecting: boolean): string {
  return ['table issues', styles['table'], isSelecting && styles['selecting']].filter(Boolean).join(' ')
}

function PlaceholderRow() {
  return (
    <tr aria-hidden="true">
      <td className="c-check" />
      <td className="c-name" colSpan={6}>
        <span className={styles['coming']} />
      </td>
    </tr>
  )
}

function Columns({ chosen, total, bulk, sort, rangeName, onChooseAll, onSort }: IssueTableProps) {
  return (
    <thead>
      <tr>
        <th scope="col" className="c-check">
          <input
            type="checkbox"
            aria-label="Select all visible"
            checked={chosen.size > 0 && chosen.size >= total}
            ref={(box) => {
              if (box) box.indeterminate = chosen.size > 0 && chosen.size < total
            }}
            onChange={onChooseAll}
          />
        </th>
        {/* The other names keep their columns, hidden, or these would take other widths below what lies over them. */}
        <th scope="col" className="c-name">
          {chosen.size > 0 ? <div className={styles['bulk']}>{bulk}</div> : 'Issue'}
        </th>
        <th scope="col" className="c-trend">
          {rangeName}
        </th>
        <SortColumn className="c-ev num" text="Events" by="events" {...{ sort, onSort }} />
        <SortColumn className="c-us num" text="Users" by="users" {...{ sort, onSort }} />
        <SortColumn className="c-when" text="Seen" by="last_seen" {...{ sort, onSort }} />
        <th scope="col" className="c-who">
          Owner
        </th>
      </tr>
    </thead>
  )
}

interface SortColumnProps {
  className: string
  text: string
  by: IssueSort
  sort: IssueSort
  onSort(sort: IssueSort): void
}

function SortColumn({ className, text, by, sort, onSort }: SortColumnProps) {
  const isSorted = sort === by
  return (
    <th scope="col" className={className} {...(isSorted && { 'aria-sort': 'descending' as const })}>
      <button type="button" onClick={() => onSort(by)}>
        {text}
        {isSorted && ' ↓'}
      </button>
    </th>
  )
}

const narrow = matchMedia('(max-width: 767px)')
/** Row heights in pixels, matching `issues.module.css`: fixed, so that a hundred thousand rows need no measuring. */
const rowHeights = { wide: 55, narrow: 88 } as const

/** True if rows have the phone layout. */
function useIsNarrow(): boolean {
  return useSyncExternalStore(watch, () => narrow.matches)
}

function watch(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}
