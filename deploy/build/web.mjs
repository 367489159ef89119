import { StepFailed, runQuietly, runScript, runStep } from './progress.mjs'

// Builds what browsers are sent.

await runScript(() =>
  runStep('Building the web interface', async () => {
    const args = ['run', '--silent', 'build', '--workspace', 'services/web', '--', '--logLevel', 'warn']
    const { ok, output } = await runQuietly('npm', args)
    if (!ok) throw new StepFailed(`The web interface could not be built:\n${output.trim()}`)
  }),
)
