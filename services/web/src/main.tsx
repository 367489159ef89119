import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { ApiConnectionError } from '@signalbox/api-client/browser'
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { loadSession } from './api/api.js'
import { awaitServer } from './api/connection.js'
import { awaitIdle, holdRequests } from './api/first-view.js'
import { createQueryClient } from './api/query-client.js'
import { createAppRouter } from './app/router.js'
import { OpenPage } from './frame/open-page.js'
import { Refused } from './parts/states/refused.js'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/components.css'
import './styles/touch.css'

const element = document.getElementById('root')
if (!element) throw new Error('The page has no root')
const root = createRoot(element)
const cache = createQueryClient()
const router = createAppRouter(cache)

/** Nothing can render before the session is known; the screen's data loads at the same time. */
async function start(): Promise<void> {
  try {
    await Promise.all([loadSession(), router.load()])
    await awaitIdle(cache)
  } catch (error) {
    if (!(error instanceof ApiConnectionError)) {
      root.render(<Unreachable error={error} retry={() => void start()} />)
      return
    }
    root.render(<Unreachable error={error} />)
    await awaitServer()
    return start()
  }
  root.render(
    <StrictMode>
      <QueryClientProvider client={cache}>
        <FirstView onDrawn={holdRequests()} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

/** Its effect runs after those of all screens, whose requests it releases. */
function FirstView({ onDrawn }: { onDrawn(): void }) {
  useEffect(onDrawn, [onDrawn])
  return <RouterProvider router={router} />
}

// Not awaited: screens import from this file's chunk and would wait for its end.
void start()

/** Shown if the session cannot be loaded. Without `retry`, the page retries by itself. */
function Unreachable({ error, retry }: { error: unknown; retry?: () => void }) {
  return (
    <OpenPage title="Signalbox isn’t responding">
      <Refused error={error} {...(retry && { retry })} />
      {!retry && <p className="t2">This page reconnects automatically.</p>}
    </OpenPage>
  )
}
