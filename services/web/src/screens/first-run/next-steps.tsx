import type { TelemetryProject } from '@signalbox/contracts'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../parts/icon/icon.js'
import { readDsn } from './platforms/read-dsn.js'
import styles from './first-run.module.css'

const steps: readonly { icon: IconName; title: string; text: string; command?: string }[] = [
  {
    icon: 'issue',
    title: 'Repeats become one issue',
    text: 'with how often, who is hit and since which release.',
  },
  {
    icon: 'deployment',
    title: 'Say what you deploy',
    command: 'npx signalbox deployments create …',
    text: 'Each one is watched for 30 minutes and judged.',
  },
  { icon: 'ask', title: 'Ask why', text: 'The answer names its evidence. No model is needed.' },
  { icon: 'person', title: 'Invite somebody', text: 'An issue that is everybody’s is nobody’s.' },
]

/** What comes afterwards, and what to look at when nothing comes. */
export function NextSteps({ project, flush }: { project: TelemetryProject | undefined; flush: string | undefined }) {
  return (
    <aside className={styles['next']} aria-label="What comes next">
      <h2>When it is there</h2>
      <ul>
        {steps.map(({ icon, title, text, command }) => (
          <li key={title}>
            <Icon name={icon} />
            <div>
              <b>{title}</b>
              {command !== undefined && <span className={styles['command']}>{command}</span>}
              <span>{text}</span>
            </div>
          </li>
        ))}
      </ul>
      {project && <NothingComes address={addressOf(project.dsn)} flush={flush} />}
    </aside>
  )
}

function NothingComes({ address, flush }: { address: string; flush: string | undefined }) {
  const questions: readonly ReactNode[] = [
    <>
      Does the machine reach <span className="mono">{address}</span>?
    </>,
    flush === undefined ? (
      'Does the program end before it has sent?'
    ) : (
      <>
        Does the program end before it has sent? Call <span className="mono">{flush}</span>.
      </>
    ),
    'Was it refused or dropped? Then it is said where this page waits, with the reason.',
  ]
  return (
    <div className={styles['help']} id="nothing-comes">
      <h3>Nothing comes?</h3>
      <ol>
        {questions.map((question, index) => (
          <li key={index}>{question}</li>
        ))}
      </ol>
    </div>
  )
}

/** Host and port that a DSN leads to. */
function addressOf(dsn: string): string {
  const { hostname, port, protocol } = new URL(readDsn(dsn).origin)
  return `${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`
}
