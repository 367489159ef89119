import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.js'
import { Code } from '../../parts/controls/code.js'
import { textOfValue } from '../../parts/json/read-value.js'
import { countOf } from '../../parts/numbers/format-number.js'
import { Note } from '../../parts/states/note.js'
import { describeFrame, groupFindings, type FrameProblem } from './group-findings.js'
import type { IssueEvent } from './queries.js'
import styles from './issue.module.css'

/** Platforms whose frames source maps resolve. */
const scriptPlatforms = ['javascript', 'node']

/** Explains why script frames are not resolved, and how to fix it. Renders nothing if there is no problem. */
export function SourceMapDoctor({ projectId, event }: { projectId: string; event: IssueEvent }) {
  const platform = textOfValue(event.event['platform'])
  const { data, isError } = useQuery({
    ...apiQuery('diagnoseEvent', { params: { project_id: projectId, event_id: event.event_id } }),
    enabled: scriptPlatforms.includes(platform),
    staleTime: 60_000,
  })
  const problems = groupFindings(data?.frames ?? [], platform)
  if (isError) return <Note tone="warn">Can’t check source maps right now.</Note>
  if (data === undefined || problems.length === 0) return null
  const frames = problems.reduce((sum, problem) => sum + problem.frames.length, 0)
  return (
    <section className={styles['doctor']} aria-label="Source maps">
      <Note tone="warn">
        <b className="strong">
          {countOf(frames, 'frame')} of {data.frames.length} {frames === 1 ? 'is' : 'are'} not shown as you wrote{' '}
          {frames === 1 ? 'it' : 'them'}.
        </b>{' '}
        New uploads apply to future events.
      </Note>
      <ol className={styles['problems']}>
        {problems.map((problem) => (
          <Problem key={`${problem.explanation} ${problem.command ?? ''}`} problem={problem} />
        ))}
      </ol>
    </section>
  )
}

function Problem({ problem: { explanation, advice, command, frames } }: { problem: FrameProblem }) {
  return (
    <li>
      <p className="strong">{explanation}</p>
      {advice !== null && <p className="t2">{advice}</p>}
      {command !== null && <Code label="Command to fix this" text={command} />}
      <ul className="mono small t2">
        {frames.map((frame) => (
          <li key={`${frame.stack} ${frame.frame}`} className={styles['crumb']}>
            {describeFrame(frame)}
          </li>
        ))}
      </ul>
    </li>
  )
}
