import { join } from 'node:path'
import { directoryBytes } from '../../support/directory-bytes.js'
import { readMetric } from '../../support/read-metric.js'
import { startSignalbox } from '../../support/signalbox-process.js'
import type { RunningPeer } from './peer.js'

/** A default Signalbox installation in one process plus its engine's. */
export async function startOurs(): Promise<RunningPeer> {
  const signalbox = await startSignalbox()
  const project = await signalbox.createProject('bench')
  return {
    name: 'Signalbox',
    envelopeUrl: `${signalbox.url}/api/${project.number}/envelope/?sentry_key=${project.publicKey}`,
    pids: [signalbox.pid],
    countStored: () =>
      readMetric(signalbox.adminUrl, 'signalbox_consumer_items_total', 'topic="envelopes",outcome="stored"'),
    readBytes: () => directoryBytes(join(signalbox.dataDirectory, 'analytics')),
    stop: () => signalbox.dispose(),
  }
}
