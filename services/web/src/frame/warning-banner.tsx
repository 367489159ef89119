import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { apiQuery } from '../api/queries.js'
import { describeLosses } from './describe-losses.js'
import { describeWarnings } from './describe-warnings.js'
import { useProjects } from './project/projects.js'

const pollMs = 30_000

/** Shows problems of the installation and lost telemetry above everything. */
export function WarningBanner() {
  const projects = useProjects() ?? []
  const [hidden, setHidden] = useState('')
  const often = { refetchInterval: pollMs, staleTime: pollMs, retry: false }
  const { data: system } = useQuery({ ...apiQuery('readSystem', {}), ...often })
  const { data } = useQuery({
    ...apiQuery('queryOutcomes', { query: { since: '1h', group_by: 'outcome,reason,project_id' } }),
    ...often,
  })
  const nameOf = (id: string) => projects.find((project) => project.id === id)?.name
  const warnings = system?.warnings ?? []
  const problems = [...describeWarnings(warnings, nameOf), ...describeLosses(data?.outcomes ?? [], nameOf, warnings)]
  const keys = problems.map(({ key }) => key).join()
  if (keys === '' || keys === hidden) return null
  const words = problems.map(({ text }) => text).join(' · ')
  return (
    <section className="strip" aria-label="System warnings">
      <span title={words}>{words}</span>
      <Link className="link" to="/system">
        View
      </Link>
      <button type="button" className="link" onClick={() => setHidden(keys)}>
        Dismiss
      </button>
    </section>
  )
}
