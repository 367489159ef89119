import type { IssueChange, ListedIssue } from '@signalbox/contracts'
import { useCallback, useRef, useState } from 'react'
import { boundsOf, describeRange } from '../../frame/range/range.js'
import { minuteMs, useTimes } from '../../parts/time/format-time.js'
import { useDeploymentMarks } from '../../parts/deployment/use-markers.js'
import { useNow } from '../../parts/time/now.js'
import { countOf } from '../../parts/numbers/format-number.js'
import { Button } from '../../parts/controls/button.js'
import { DeleteDialog } from '../../parts/issue/delete-dialog.js'
import { Note } from '../../parts/states/note.js'
import { BulkBar } from './bulk-bar.js'
import { IssueTable } from './issue-table.js'
import { pageSize, useIssuesAt, type IssueList as ListAnswer, type IssueListQuery } from './queries.js'
import { useChanges } from './use-changes.js'
import { useSelection } from './use-selection.js'
import { useTriage } from './use-triage.js'
import styles from './issues.module.css'

interface IssueListProps {
  listQuery: IssueListQuery
  /** The first page. */
  list: ListAnswer
  isPaused: boolean
  setSort(sort: string): void
  onScrolled(isScrolled: boolean): void
  onChoosing(isChoosing: boolean): void
}

/** Number of issues prefetched beyond the visible ones, so rows render one by one as they scroll into view. */
const ahead = 40
/** Like `ahead`, during fast scrolling: rows of a late response render all at once, which takes longer than a frame. */
const fastAhead = 150
/** Scroll distance from which the list stops updating, in pixels. */
const stillPx = 240

/** The list and actions on its issues. */
export function IssueList(props: IssueListProps) {
  const { listQuery, list, setSort, onChoosing } = props
  const { total } = list
  const [fault, setFault] = useState<string>()
  const [isDeleting, setDeleting] = useState(false)
  const { issues, onVisible } = useVisibleIssues(props)
  const loaded = useCallback(() => [...issues.entries()].sort(([a], [b]) => a - b).map(([, issue]) => issue), [issues])
  const selection = useChoosing(loaded, onChoosing)
  const [isSelecting, setSelecting] = useState(false)
  const changes = useChanges(setFault)
  const onDelete = () => setDeleting(true)
  const triage = useTriage({ total, issueAt: (index) => issues.get(index), selection, changes, onDelete })
  const chosen = [...selection.chosen.values()]
  const thenClear = (work: () => unknown) => () => {
    work()
    selection.clear()
  }
  const bulk = {
    chosen,
    onChange: (change: IssueChange, words: string) => thenClear(() => changes.change(chosen, change, words))(),
    onMerge: thenClear(() => changes.merge(chosen)),
    onDelete,
    onClear: selection.clear,
  }
  const targets = triage.targets()
  const marks = useDeploymentMarks(useSeriesBounds(props), listQuery.projectId)
  return (
    <>
      {list.is_partial && <Note tone="warn">Showing the 10,000 most frequent issues. Rarer ones may be missing.</Note>}
      {fault !== undefined && <Note tone="bad">{fault}</Note>}
      <SelectBar
        {...{ total, isSelecting }}
        onChange={() => {
          if (isSelecting) selection.clear()
          setSelecting(!isSelecting)
        }}
      />
      <IssueTable
        {...{ total, onVisible, marks }}
        isSelecting={isSelecting || chosen.length > 0}
        issueAt={(index) => issues.get(index)}
        chosen={new Set(selection.chosen.keys())}
        current={triage.current}
        sort={listQuery.search.sort ?? 'last_seen'}
        rangeName={describeRange(listQuery.range, Date.now(), useTimes())}
        bulk={<BulkBar {...bulk} />}
        onChoose={selection.toggle}
        onChooseAll={() => (chosen.length > 0 ? selection.clear() : selection.setAll(loaded()))}
        onPoint={triage.point}
        onSort={setSort}
      />
      <DeleteDialog
        issues={targets.length}
        events={targets.reduce((sum, { events }) => sum + events, 0)}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onDelete={(isDiscarded) => thenClear(() => changes.remove(targets, isDiscarded))()}
      />
    </>
  )
}

/** For phones, which have no room for checkboxes until someone wants to select. */
function SelectBar({ total, isSelecting, onChange }: { total: number; isSelecting: boolean; onChange(): void }) {
  return (
    <div className={styles['select']}>
      <span className="small t3">{countOf(total, 'issue')}</span>
      <Button isSmall kind="quiet" icon={isSelecting ? 'close' : 'check'} onClick={onChange}>
        {isSelecting ? 'Done' : 'Select'}
      </Button>
    </div>
  )
}

/** Range of the rows' bars: complete intervals, which start before the range and end after it. */
function useSeriesBounds({ listQuery, list }: IssueListProps): { startMs: number; endMs: number } {
  const minute = Math.floor(useNow() / minuteMs) * minuteMs
  const { series_start: start, interval_seconds: seconds, issues } = list
  if (start === null || seconds === null) return boundsOf(listQuery.range, minute)
  const startMs = Date.parse(start)
  return { startMs, endMs: startMs + (issues[0]?.series.length ?? 0) * seconds * 1_000 }
}

/** The selection; the list stops updating while something is selected. */
function useChoosing(loaded: () => readonly ListedIssue[], onChoosing: (isChoosing: boolean) => void) {
  const { chosen, toggle, setAll, clear } = useSelection(loaded)
  return {
    chosen,
    toggle: useCallback(
      (issue: ListedIssue, isRange: boolean) => {
        toggle(issue, isRange)
        onChoosing(true)
      },
      [toggle, onChoosing],
    ),
    setAll: (issues: readonly ListedIssue[]) => {
      setAll(issues)
      onChoosing(true)
    },
    clear: () => {
      clear()
      onChoosing(false)
    },
  }
}

/** The issues of the visible pages. */
function useVisibleIssues({ listQuery, list: { total }, isPaused, onScrolled }: IssueListProps) {
  const [pages, setPages] = useState<readonly number[]>([0])
  const issues = useIssuesAt(listQuery, pages, isPaused)
  const firstBefore = useRef(0)
  const onVisible = useCallback(
    (first: number, last: number, scrolledPx: number) => {
      onScrolled(scrolledPx > stillPx)
      const moved = first - firstBefore.current
      firstBefore.current = first
      const [above, below] = [moved < -1 ? fastAhead : ahead, moved > 1 ? fastAhead : ahead]
      const wanted = pagesOf(Math.max(0, first - above), Math.min(total - 1, last + below))
      setPages((before) => (before.join() === wanted.join() ? before : wanted))
    },
    [onScrolled, total],
  )
  return { issues, onVisible }
}

function pagesOf(first: number, last: number): number[] {
  const [from, to] = [Math.floor(first / pageSize), Math.floor(last / pageSize)]
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
