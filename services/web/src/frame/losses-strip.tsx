import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../api/queries.js'
import { describeLosses } from './describe-losses.js'
import { useProjects } from './project/projects.js'

const lookMs = 60_000

/** Says above everything that telemetry is being lost: refused because of a limit, or not processed. */
export function LossesStrip() {
  const projects = useProjects() ?? []
  const [hidden, setHidden] = useState('')
  const { data } = useQuery({
    ...apiQuery('queryOutcomes', { query: { since: '1h', group_by: 'outcome,reason,project_id' } }),
    refetchInterval: lookMs,
    staleTime: lookMs,
    retry: false,
  })
  const losses = describeLosses(data?.outcomes ?? [], (id) => projects.find((project) => project.id === id)?.name)
  const keys = losses.map(({ key }) => key).join()
  if (keys === '' || keys === hidden) return null
  return (
    <section className="strip" aria-label="What is lost">
      <b className="strong">In the last hour:</b> {losses.map(({ text }) => text).join(' · ')}{' '}
      <button type="button" className="link" onClick={() => setHidden(keys)}>
        Hide
      </button>
    </section>
  )
}
