import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadSession } from './api/api.js'
import { createQueryClient } from './api/query-client.js'
import { createAppRouter } from './app/router.js'
import { Unreachable } from './app/unreachable.js'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/components.css'

const element = document.getElementById('root')
if (!element) throw new Error('The page has no root')
const root = createRoot(element)

/** Who is signed in is asked first: nothing can be shown without knowing. */
async function start(): Promise<void> {
  try {
    await loadSession()
  } catch (error) {
    root.render(<Unreachable error={error} retry={() => void start()} />)
    return
  }
  root.render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={createAppRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

await start()
