import { splitSummary } from './split-summary.js'

/** A session's result: the first sentence stands out, the others explain it. */
export function Summary({ text }: { text: string }) {
  const { first, rest } = splitSummary(text)
  return (
    <div className="says">
      <p>{first}</p>
      {rest !== '' && <p>{rest}</p>}
    </div>
  )
}
