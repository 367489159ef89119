import type { Platform } from './platform.js'

/** JavaScript platforms. */
export const javascriptPlatforms: readonly Platform[] = [
  {
    id: 'javascript',
    name: 'JavaScript',
    flush: 'await Sentry.flush()',
    snippets: ({ dsn, greeting }) => [
      { title: 'shell', text: 'npm install @sentry/browser' },
      {
        title: 'main.js, before anything else',
        text: `import * as Sentry from '@sentry/browser'

Sentry.init({
  dsn: '${dsn}',
  integrations: [Sentry.browserTracingIntegration()],
  tracesSampleRate: 1,
})

Sentry.captureMessage('${greeting}')`,
      },
    ],
  },
  {
    id: 'react',
    name: 'React',
    flush: 'await Sentry.flush()',
    snippets: ({ dsn, greeting }) => [
      { title: 'shell', text: 'npm install @sentry/react' },
      {
        title: 'instrument.js, imported first',
        text: `import * as Sentry from '@sentry/react'

Sentry.init({
  dsn: '${dsn}',
  integrations: [Sentry.browserTracingIntegration()],
  tracesSampleRate: 1,
})

Sentry.captureMessage('${greeting}')`,
      },
      {
        title: 'main.jsx',
        text: `import './instrument.js'
import * as Sentry from '@sentry/react'
import { createRoot } from 'react-dom/client'

createRoot(document.getElementById('root'), {
  onUncaughtError: Sentry.reactErrorHandler(),
  onRecoverableError: Sentry.reactErrorHandler(),
}).render(<App />)`,
      },
    ],
  },
  {
    id: 'vue',
    name: 'Vue',
    flush: 'await Sentry.flush()',
    snippets: ({ dsn, greeting }) => [
      { title: 'shell', text: 'npm install @sentry/vue' },
      {
        title: 'main.js',
        text: `import * as Sentry from '@sentry/vue'
import { createApp } from 'vue'
import App from './App.vue'

const app = createApp(App)
Sentry.init({
  app,
  dsn: '${dsn}',
  integrations: [Sentry.browserTracingIntegration()],
  tracesSampleRate: 1,
})
Sentry.captureMessage('${greeting}')
app.mount('#app')`,
      },
    ],
  },
  {
    id: 'node',
    name: 'Node',
    flush: 'await Sentry.flush()',
    snippets: ({ dsn, greeting }) => [
      { title: 'shell', text: 'npm install @sentry/node' },
      {
        title: 'instrument.mjs, before anything else',
        text: `import * as Sentry from '@sentry/node'

Sentry.init({
  dsn: '${dsn}',
  tracesSampleRate: 1,
})

Sentry.captureMessage('${greeting}')`,
      },
      { title: 'shell', text: 'node --import ./instrument.mjs app.mjs' },
    ],
  },
]
