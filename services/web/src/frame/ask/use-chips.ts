import { useLocation } from '@tanstack/react-router'
import { useProject } from '../project/projects.js'
import { boundsOf, describeRange } from '../range/range.js'
import { useRange } from '../range/use-range.js'
import { useTimes } from '../../parts/time/format-time.js'
import type { ContextChip } from './ask-store.js'

/** Context of a prompt started from the current view: its object, project and time range. */
export function useViewChips(): ContextChip[] {
  const { pathname } = useLocation()
  const project = useProject()
  const range = useRange()
  const now = Date.now()
  const { startMs, endMs } = boundsOf(range, now)
  const window = { start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() }
  return [
    ...chipsOfPath(pathname),
    ...(project ? [{ name: 'project', text: project.name, value: project.name }] : []),
    { name: 'window', text: describeRange(range, now, useTimes()), value: window },
  ]
}

/** The object in the address: an issue or a session. */
function chipsOfPath(pathname: string): ContextChip[] {
  const [, kind, id] = /^\/(issues|agents)\/([^/]+)/.exec(pathname) ?? []
  if (kind === undefined || id === undefined) return []
  const name = kind === 'issues' ? 'issue' : 'session'
  return [{ name, text: name === 'issue' ? id : `session ${id.slice(0, 8)}`, value: id }]
}
