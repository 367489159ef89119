import type { SessionReport, SessionStep } from '@signalbox/contracts'
import { Icon } from '../../parts/icon/icon.js'
import { formatShare } from '../../parts/numbers/format-number.js'
import styles from './session.module.css'
import { collectTitles, readSuspects, type Suspect } from './read-suspects.js'

/** What may have been the cause, the likeliest first, with what speaks for and against it. */
export function SuspectList({ report, steps }: { report: SessionReport; steps: readonly SessionStep[] }) {
  const titles = collectTitles(steps.flatMap(({ evidence }) => evidence.map(({ data }) => data)))
  const suspects = readSuspects(report, titles)
  if (suspects.length === 0) return null
  return (
    <section className="card" aria-label="Suspects">
      <header>
        <h2>Suspects</h2>
        <span className="small t3">{suspects.length} shown</span>
      </header>
      <ol>
        {suspects.map((suspect, index) => (
          <SuspectRow key={suspect.key} suspect={suspect} isFirst={index === 0 && report.cause !== null} />
        ))}
      </ol>
    </section>
  )
}

function SuspectRow({ suspect, isFirst }: { suspect: Suspect; isFirst: boolean }) {
  const { title, probability, commitSha, speaksFor, speaksAgainst, nextCheck } = suspect
  return (
    <li className={isFirst ? 'sus first' : 'sus'}>
      <span className={`p ${styles['share'] ?? ''}`}>{probability === undefined ? '–' : roundShare(probability)}</span>
      <div>
        <div className="row">
          <Icon name={commitSha === undefined ? 'more' : 'commit'} isSmall />
          <span className={isFirst ? 'strong' : undefined}>{title}</span>
          {commitSha !== undefined && <code className="small t3 hide-s">{commitSha.slice(0, 12)}</code>}
        </div>
        {probability !== undefined && (
          <div className="bar">
            <i
              style={{ width: `${probability * 100}%`, background: isFirst ? 'var(--bad-fill)' : 'var(--viz-rest)' }}
            />
          </div>
        )}
        <div className="parts">
          {speaksFor.map((text) => (
            <Part key={text} label="For" text={text} />
          ))}
          {speaksAgainst.map((text) => (
            <Part key={text} label="Against" text={text} />
          ))}
          {nextCheck !== undefined && <Part label="Next" text={nextCheck} />}
        </div>
      </div>
    </li>
  )
}

function Part({ label, text }: { label: string; text: string }) {
  return (
    <span className="part">
      <b>{label}</b>
      {text}
    </span>
  )
}

/** Whole percents from ten on: more digits say nothing of a probability. */
function roundShare(probability: number): string {
  return formatShare(probability >= 0.1 ? Math.round(probability * 100) / 100 : probability)
}
