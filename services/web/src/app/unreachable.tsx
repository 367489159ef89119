import { OpenPage } from '../frame/open-page.js'
import { Refused } from '../parts/states/refused.js'

/** The server does not even say who is signed in. */
export function Unreachable({ error, retry }: { error: unknown; retry(): void }) {
  return (
    <OpenPage title="Signalbox does not answer">
      <Refused error={error} retry={retry} />
    </OpenPage>
  )
}
