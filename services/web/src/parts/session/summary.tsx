import { Fragment, type ReactNode } from 'react'
import { Prose } from '../text/prose.js'
import { splitSummary } from './split-summary.js'

/** What follows a passage of the summary: links to its evidence. */
interface Citation {
  /** Where the passage ends, as an offset into the summary. */
  end: number
  links: ReactNode
}

interface SummaryProps {
  text: string
  /** In ascending order. */
  citations?: readonly Citation[]
}

/** A report's summary: the first sentence stands out, the others explain it. */
export function Summary({ text, citations = [] }: SummaryProps) {
  const { first, rest } = splitSummary(text.trimEnd())
  return (
    <div className="says">
      <Passage text={first} from={0} citations={citations} />
      {rest !== '' && <Passage text={rest} from={text.trimEnd().length - rest.length} citations={citations} />}
    </div>
  )
}

interface PassageProps extends Required<SummaryProps> {
  /** Offset of the passage in the summary. */
  from: number
}

function Passage({ text, from, citations }: PassageProps) {
  const inside = citations
    .map(({ end, links }) => ({ end: end - from, links }))
    .filter(({ end }) => end > 0 && end <= text.length)
  return (
    <p>
      {inside.map(({ end, links }, index) => (
        <Fragment key={index}>
          <Prose text={text.slice(inside[index - 1]?.end ?? 0, end)} />
          {'\u00a0'}
          {links}
        </Fragment>
      ))}
      <Prose text={text.slice(inside.at(-1)?.end ?? 0)} />
    </p>
  )
}
