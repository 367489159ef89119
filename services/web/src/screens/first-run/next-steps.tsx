import type { TelemetryProject } from '@signalbox/contracts'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../parts/icon/icon.js'
import { readDsn } from './platforms/read-dsn.js'
import styles from './first-run.module.css'

const steps: readonly { icon: IconName; title: string; text: string; command?: string }[] = [
  {
    icon: 'issue',
    title: 'Errors group into issues',
    text: 'See how often, who is affected and since which release.',
  },
  {
    icon: 'deployment',
    title: 'Report deployments',
    command: 'npx signalbox deployments create …',
    text: 'Each one is watched for 30 minutes and gets a verdict.',
  },
  { icon: 'ask', title: 'Ask why', text: 'Every answer cites its evidence. No language model needed.' },
  { icon: 'person', title: 'Invite your team', text: 'Assign issues so each one has an owner.' },
]

/** Next steps, and what to check if nothing arrives. */
export function NextSteps({ project, flush }: { project: TelemetryProject | undefined; flush: string | undefined }) {
  return (
    <aside className={styles['next']} aria-label="What’s next">
      <h2>What’s next</h2>
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
      {project && <NoEventsHelp address={addressOf(project.dsn)} flush={flush} />}
    </aside>
  )
}

function NoEventsHelp({ address, flush }: { address: string; flush: string | undefined }) {
  const questions: readonly ReactNode[] = [
    <>
      Can the host reach <span className="mono">{address}</span>?
    </>,
    flush === undefined ? (
      'Does the process exit before it sends?'
    ) : (
      <>
        Does the process exit before it sends? Call <span className="mono">{flush}</span>.
      </>
    ),
    'Was it rejected or dropped? The reason appears on this page.',
  ]
  return (
    <div className={styles['help']} id="nothing-comes">
      <h3>No event yet?</h3>
      <ol>
        {questions.map((question, index) => (
          <li key={index}>{question}</li>
        ))}
      </ol>
    </div>
  )
}

/** Host and port of a DSN. */
function addressOf(dsn: string): string {
  const { hostname, port, protocol } = new URL(readDsn(dsn).origin)
  return `${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`
}
