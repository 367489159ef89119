import { access } from 'node:fs/promises'
import { readScrapeUrl } from '../prometheus/scrape-target.js'
import { readJson } from '../requests/read-json.js'
import type { SendRequest } from '../requests/send-request.js'
import { fieldOf, listAt, numberAt, textAt, textsAt } from '../samples/json-fields.js'
import { composeNames, type ContainerEngine, type KnownContainer } from './container-engine.js'

const withinMs = 5_000
const bytesMax = 8 * 1_024 * 1_024
/** Maximum number of containers inspected individually. */
const inspectedMax = 200

/** Client for Docker, or Podman with the same API. Only reads, although the socket permits anything. */
export function createDocker(socketPath: string, send: SendRequest): ContainerEngine {
  const read = (path: string) => readJson(send, { url: `http://docker${path}`, socketPath, withinMs, bytesMax })
  const describe = async (container: unknown): Promise<KnownContainer> => {
    const id = textAt(container, 'Id')
    const labels = textsAt(container, 'Labels')
    const firstName = listAt(container, 'Names').find((name) => typeof name === 'string') ?? id.slice(0, 12)
    const details = await read(`/containers/${encodeURIComponent(id)}/json`).catch(() => undefined)
    return {
      id,
      ...composeNames(labels, { namespace: 'docker', name: firstName.replace(/^\//, '') }),
      restarts: numberAt(details, 'RestartCount'),
      isRestarting: textAt(container, 'State') === 'restarting',
      scrapeUrl: readScrapeUrl(labels, { address: addressOf(container), port: portOf(container) }),
    }
  }
  return {
    name: 'docker',
    list: async () => {
      if (!(await exists(socketPath))) return []
      const filters = encodeURIComponent(JSON.stringify({ status: ['running', 'restarting', 'paused'] }))
      const containers = listAt({ list: await read(`/containers/json?all=1&filters=${filters}`) }, 'list')
      const known: KnownContainer[] = []
      for (const container of containers.slice(0, inspectedMax)) known.push(await describe(container))
      return known
    },
  }
}

function addressOf(container: unknown): string {
  const networks = fieldOf(container, 'NetworkSettings', 'Networks')
  const all = typeof networks === 'object' && networks !== null ? Object.values(networks) : []
  const address = all.map((network) => textAt(network, 'IPAddress')).find((text) => text !== '')
  return address ?? '127.0.0.1'
}

function portOf(container: unknown): number | undefined {
  return numberAt(listAt(container, 'Ports')[0], 'PrivatePort')
}

/** True if the path exists. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
