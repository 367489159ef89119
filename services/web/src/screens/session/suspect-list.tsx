import type { SessionReport, SessionStep } from '@signalbox/contracts'
import { Icon } from '../../parts/icon/icon.js'
import { countOf, formatLikelihood } from '../../parts/numbers/format-number.js'
import { describeSession } from '../../parts/session/verdict.js'
import type { Tone } from '../../parts/status/status.js'
import { Prose } from '../../parts/text/prose.js'
import styles from './session.module.css'
import { collectTitles, readSuspects, type Suspect } from './read-suspects.js'

/** Suspects less likely than this are folded into one line. */
const unlikelyBelow = 0.01

/** What may have been the cause, the likeliest first, with what speaks for and against it. */
export function SuspectList({ report, steps }: { report: SessionReport; steps: readonly SessionStep[] }) {
  const titles = collectTitles(steps.flatMap(({ evidence }) => evidence.map(({ data }) => data)))
  const suspects = readSuspects(report, titles)
  if (suspects.length === 0) return null
  const { tone } = describeSession({ status: 'completed', verdict: report.verdict })
  const unlikely = suspects.filter(({ probability = 1 }) => probability < unlikelyBelow)
  const likely = suspects.filter((suspect) => !unlikely.includes(suspect))
  return (
    <section className="card" aria-label="Suspects">
      <header>
        <h2>Suspects</h2>
        <span className="small t3">{suspects.length} considered</span>
      </header>
      <ol>
        {likely.map((suspect, index) => (
          <SuspectRow key={suspect.key} suspect={suspect} leads={index === 0 && report.cause !== null} tone={tone} />
        ))}
      </ol>
      {unlikely.length > 0 && (
        <details className={styles['unlikely']}>
          <summary className="small t2">{countOf(unlikely.length, 'suspect')} below 1 %</summary>
          <ol>
            {unlikely.map((suspect) => (
              <SuspectRow key={suspect.key} suspect={suspect} leads={false} tone={tone} />
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

interface SuspectRowProps {
  suspect: Suspect
  /** Whether it is named as the cause. */
  leads: boolean
  /** Of the verdict. */
  tone: Tone
}

function SuspectRow({ suspect, leads, tone }: SuspectRowProps) {
  const { title, probability, commitSha } = suspect
  return (
    <li className={leads ? 'sus first' : 'sus'}>
      <span className={`p ${styles['share'] ?? ''}`}>
        {probability === undefined ? '–' : formatLikelihood(probability)}
      </span>
      <div>
        <div className="row">
          <Icon name={commitSha === undefined ? 'more' : 'commit'} isSmall />
          <span className={leads ? 'strong' : undefined}>{title}</span>
          {commitSha !== undefined && !commitSha.startsWith(title) && (
            <code className="small t3 hide-s">{commitSha.slice(0, 12)}</code>
          )}
        </div>
        {probability !== undefined && (
          <div className="bar">
            <i
              style={{
                width: `${probability * 100}%`,
                background: leads && isAlarming(tone) ? `var(--${tone}-fill)` : 'var(--viz-rest)',
              }}
            />
          </div>
        )}
        <Reasons suspect={suspect} isOpen={leads} />
      </div>
    </li>
  )
}

function isAlarming(tone: Tone): boolean {
  return tone === 'bad' || tone === 'warn'
}

/** All reasons of what is named as the cause; of the others the weightiest, and the rest on demand. */
function Reasons({ suspect, isOpen }: { suspect: Suspect; isOpen: boolean }) {
  const { speaksFor, speaksAgainst, nextCheck } = suspect
  const parts = [
    { label: 'For', texts: speaksFor },
    { label: 'Against', texts: speaksAgainst },
    { label: 'Next', texts: nextCheck === undefined ? [] : [nextCheck] },
  ].filter(({ texts }) => texts.length > 0)
  if (isOpen) return parts.length > 0 && <Parts parts={parts} />
  const [first] = [...speaksAgainst, ...speaksFor, ...(nextCheck === undefined ? [] : [nextCheck])]
  if (first === undefined) return null
  return (
    <details className={styles['reasons']}>
      <summary className="small t2">
        <Prose text={first} />
      </summary>
      <Parts parts={parts} />
    </details>
  )
}

function Parts({ parts }: { parts: readonly { label: string; texts: readonly string[] }[] }) {
  return (
    <div className="parts">
      {parts.map(({ label, texts }) => (
        <div key={label} className="part">
          <b>{label}</b>
          <ul>
            {texts.map((text) => (
              <li key={text}>
                <Prose text={text} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
