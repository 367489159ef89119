import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiQuery, liveMs } from '../../api/queries.js'
import { rangeQuery } from '../../frame/range/range.js'
import { useChangeFrameSearch, useRange } from '../../frame/range/use-range.js'
import { formatCount, formatExactly } from '../../parts/numbers/format-number.js'
import { Answered } from '../../parts/states/answered.js'
import { Empty } from '../../parts/states/empty.js'
import { ledgerColumns, nameKind, readLedger, type LedgerColumn, type LedgerLine } from './read-ledger.js'
import styles from './system.module.css'

const words = ['1h', '6h', '24h', '7d', '30d', '90d'] as const

const columnWords: Readonly<Record<LedgerColumn, { head: string; sum: string; tone: string }>> = {
  stored: { head: 'Stored', sum: 'stored', tone: '' },
  dropped: { head: 'Dropped', sum: 'dropped, as you set it or unreadable', tone: '' },
  rate_limited: { head: 'Rate limited', sum: 'rate limited', tone: 'c-warn' },
  dead_lettered: { head: 'Not processed', sum: 'could not be processed', tone: 'c-bad' },
}

/** What became of everything that was sent in the range, by what it was. */
export function LedgerCard() {
  const range = useRange()
  const changeFrame = useChangeFrameSearch()
  const query = useQuery({
    ...apiQuery('queryOutcomes', { query: { ...rangeQuery(range, words), group_by: 'kind,outcome' } }),
    refetchInterval: liveMs,
  })
  return (
    <section className="card" aria-label="What became of what was sent">
      <header>
        <h2>What became of what was sent</h2>
      </header>
      <Answered query={query} shorten={() => changeFrame({ since: '1h' })}>
        {({ outcomes, totals }) =>
          totals.received === 0 ? (
            <Empty
              title="Nothing was sent in this range."
              action={
                <Link className="link" to="/new">
                  Let something arrive
                </Link>
              }
            />
          ) : (
            <>
              <dl className={styles['sums']}>
                <Sum value={totals.received} words="received" sign="" tone="" />
                {ledgerColumns.map((column, index) => (
                  <Sum
                    key={column}
                    value={totals[column]}
                    words={columnWords[column].sum}
                    sign={index === 0 ? '=' : '+'}
                    tone={totals[column] > 0 ? columnWords[column].tone : ''}
                  />
                ))}
              </dl>
              <LedgerTable lines={readLedger(outcomes)} />
              {totals.client_discarded > 0 && (
                <footer>SDKs discarded {formatCount(totals.client_discarded)} more before sending.</footer>
              )}
            </>
          )
        }
      </Answered>
    </section>
  )
}

function Sum({ value, words: text, sign, tone }: { value: number; words: string; sign: string; tone: string }) {
  return (
    <div>
      <dt>{text}</dt>
      <dd className={`tab ${tone}`} title={formatExactly(value)}>
        {sign !== '' && <span aria-hidden="true">{sign}</span>}
        {formatCount(value)}
      </dd>
    </div>
  )
}

function LedgerTable({ lines }: { lines: readonly LedgerLine[] }) {
  return (
    <div className={styles['scroll']} tabIndex={0} role="region" aria-label="The ledger by kind">
      <table className="table">
        <caption className="vh">The ledger by kind</caption>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col" className="num">
              Received
            </th>
            {ledgerColumns.map((column) => (
              <th key={column} scope="col" className="num">
                {columnWords[column].head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.kind}>
              <th scope="row">{nameKind(line.kind)}</th>
              <td className="num">{formatExactly(line.received)}</td>
              {ledgerColumns.map((column) => (
                <td key={column} className={`num ${line[column] === 0 ? 't3' : columnWords[column].tone}`}>
                  {formatExactly(line[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
