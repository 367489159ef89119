import { limitYoungGeneration } from '@signalbox/service-kit/young-generation'

// Loading the program would let it grow.
limitYoungGeneration(process)

const { run } = await import('./run.js')
await run(process)
