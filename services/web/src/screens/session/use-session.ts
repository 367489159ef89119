import type { SessionDetail, SessionStep } from '@signalbox/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiQuery, liveMs } from '../../api/queries.js'
import { isObject } from '../../parts/json/read-value.js'
import { announce } from '../../parts/live/live-region.js'
import { nameTool } from './name-tool.js'

/** A session. While it is active, each step arrives when it is done; if the stream fails, polling takes over. */
export function useSessionDetail(sessionId: string) {
  const options = apiQuery('readAgentSession', { params: { session_id: sessionId } })
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => (state.data?.status === 'active' ? liveMs : false),
  })
  const client = useQueryClient()
  const isActive = query.data?.status === 'active'
  useEffect(() => {
    if (!isActive) return undefined
    const { queryKey } = apiQuery('readAgentSession', { params: { session_id: sessionId } })
    const stream = new EventSource(`/api/v1/agent/sessions/${sessionId}/events/`)
    stream.addEventListener('step', ({ data }: MessageEvent<string>) => {
      const step = readStep(data)
      if (!step) return
      client.setQueryData(queryKey, (before) => before && addStep(before, step))
      announce(`Step ${step.number}: ${nameTool(step.tool)}`)
    })
    stream.addEventListener('status', () => {
      stream.close()
      void client.invalidateQueries({ queryKey })
    })
    return () => {
      stream.close()
    }
  }, [client, isActive, sessionId])
  return query
}

function addStep(detail: SessionDetail, step: SessionStep): SessionDetail {
  const others = detail.steps.filter(({ number }) => number !== step.number)
  return { ...detail, steps: [...others, step].toSorted((a, b) => a.number - b.number) }
}

function readStep(text: string): SessionStep | undefined {
  const value: unknown = JSON.parse(text)
  return isStep(value) ? value : undefined
}

// The stream's steps have the form of the contract; that it is a step at all is what is looked at.
function isStep(value: unknown): value is SessionStep {
  return isObject(value) && typeof value['number'] === 'number' && Array.isArray(value['evidence'])
}
