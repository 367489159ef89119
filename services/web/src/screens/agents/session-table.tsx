import type { RouteResponse } from '../../api/contract-types.js'
import { Link } from '@tanstack/react-router'
import { describeSession } from '../../parts/session/verdict.js'
import { originWords } from '../../parts/session/origin.js'
import { followRow } from '../../parts/controls/follow-row.js'
import { Status } from '../../parts/status/status.js'
import { Ago } from '../../parts/time/ago.js'
import { formatDuration } from '../../parts/time/format-time.js'
import styles from './agents.module.css'

type Session = RouteResponse<'listAgentSessions'>['sessions'][number]

/** A table of sessions: prompt, result, origin. */
export function SessionTable({ sessions }: { sessions: readonly Session[] }) {
  return (
    <table className={`table ${styles['sessions'] ?? ''}`}>
      <caption className="vh">Sessions, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Question</th>
          <th scope="col" className={styles['verdict']}>
            Answer
          </th>
          <th scope="col" className={`hide-s ${styles['origin'] ?? ''}`}>
            Source
          </th>
          <th scope="col" className={`num hide-s ${styles['took'] ?? ''}`}>
            Duration
          </th>
          <th scope="col" className={`num ${styles['when'] ?? ''}`}>
            Started
          </th>
        </tr>
      </thead>
      <tbody className="rows" onClick={followRow}>
        {sessions.map((session) => (
          <SessionRow key={session.session_id} session={session} />
        ))}
      </tbody>
    </table>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { tone, text } = describeSession(session)
  const { created_at: begun, ended_at: ended, origin } = session
  return (
    <tr>
      <td>
        <Link
          to="/agents/$session_id"
          params={{ session_id: session.session_id }}
          className={`name strong ${styles['question'] ?? ''}`}
        >
          {session.prompt.split('\n', 1)[0]}
        </Link>
      </td>
      <td>
        <Status tone={tone} isPill>
          {text}
        </Status>
      </td>
      <td className="t2 hide-s">{originWords[origin.kind].asked}</td>
      <td className="num t2 hide-s">
        {ended === null ? '' : formatDuration(Math.max(0, Date.parse(ended) - Date.parse(begun)))}
      </td>
      <td className="num t3">
        <Ago at={begun} />
      </td>
    </tr>
  )
}
