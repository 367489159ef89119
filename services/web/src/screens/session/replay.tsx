import type { SessionDetail } from '@signalbox/contracts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useActions } from '../../frame/actions/actions.js'
import { Button, IconButton } from '../../parts/controls/button.js'
import { announce } from '../../parts/live/live-region.js'
import { useTimes } from '../../parts/time/format-time.js'
import { nameTool } from './name-tool.js'
import styles from './session.module.css'

/** How long a step stays while it plays: as long as it took, within what people can follow. Milliseconds. */
const stayMs = { min: 700, max: 2_500 }

/** Goes to a step of the session in the address; undefined ends the replay. */
export function useGoToStep(sessionId: string): (step: number | undefined) => void {
  const navigate = useNavigate()
  return (step) => {
    void navigate({
      to: '/agents/$session_id',
      params: { session_id: sessionId },
      search: ({ step: _gone, ...before }) => (step === undefined ? before : { ...before, step: String(step) }),
      replace: true,
      resetScroll: false,
    })
  }
}

/** Begins the replay of a session that has ended. */
export function ReplayButton({ detail }: { detail: SessionDetail }) {
  const goTo = useGoToStep(detail.session_id)
  useActions('Session', [{ id: 'replay', text: 'Replay steps', icon: 'play', run: () => goTo(1) }])
  return (
    <Button isSmall icon="play" onClick={() => goTo(1)}>
      Replay
    </Button>
  )
}

interface ReplayProps {
  detail: SessionDetail
  /** The step that is shown last, from 1 on. */
  at: number
}

/** Replays a session step by step: shows what was known when, before there was a report. */
export function Replay({ detail, at }: ReplayProps) {
  const { steps } = detail
  const goTo = useGoToStep(detail.session_id)
  const [isWanted, setWanted] = useState(false)
  const isPlaying = isWanted && at < steps.length
  const step = steps[at - 1]
  const times = useTimes()
  useEffect(() => {
    if (step) announce(`Step ${at} of ${steps.length}: ${nameTool(step.tool)}`)
  }, [at, step, steps.length])
  useEffect(() => {
    if (!isPlaying) return undefined
    const tookMs = step?.duration_ms ?? 0
    const timer = setTimeout(() => goTo(at + 1), Math.min(stayMs.max, Math.max(stayMs.min, tookMs)))
    return () => {
      clearTimeout(timer)
    }
  })
  const play = () => {
    if (!isPlaying && at >= steps.length) goTo(1)
    setWanted(!isPlaying)
  }
  const look = { kind: 'quiet', isSmall: true } as const
  return (
    <section className={`card ${styles['replay'] ?? ''}`} aria-label="Replay">
      <IconButton icon="left" label="Previous step" {...look} disabled={at <= 1} onClick={() => goTo(at - 1)} />
      <Button isSmall icon={isPlaying ? 'pause' : 'play'} onClick={play}>
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      <IconButton icon="right" label="Next step" {...look} disabled={at >= steps.length} onClick={() => goTo(at + 1)} />
      <input
        type="range"
        aria-label="Step"
        min={1}
        max={steps.length}
        value={at}
        onChange={(event) => {
          setWanted(false)
          goTo(Number(event.target.value))
        }}
      />
      <span className="small t2 tab">
        Step {at} of {steps.length}
        {step && <span className="t3 hide-s">, {times.clock(step.started_at)}</span>}
      </span>
      <Button isSmall kind="quiet" onClick={() => goTo(undefined)}>
        Exit replay
      </Button>
    </section>
  )
}
