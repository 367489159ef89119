import { OpenPage } from '../frame/open-page.js'
import { Button } from '../parts/controls/button.js'

/** Shown if the page itself failed or a newer version replaced its files: reloading fixes both. */
export function Broken({ error }: { error: unknown }) {
  return (
    <OpenPage title="This page crashed">
      <p className="t2">{error instanceof Error ? error.message : String(error)}</p>
      <Button
        onClick={() => {
          location.reload()
        }}
      >
        Reload
      </Button>
    </OpenPage>
  )
}
