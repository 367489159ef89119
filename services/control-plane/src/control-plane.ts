import { createId as createUuid } from '@signalbox/contracts'
import { systemClock, type Clock, type KeyDirectory, type ProjectDirectory, type Route } from '@signalbox/service-kit'
import { bootstrap, type BootstrapOptions, type BootstrapReport } from './bootstrap.js'
import { ApiKeys } from './keys/api-keys.js'
import { Projects } from './projects/projects.js'
import { createControlPlaneRoutes } from './routes.js'
import { createApiKeyStore } from './store/api-keys.js'
import { openDatabase } from './store/database.js'
import { createOrganizationStore } from './store/organizations.js'
import { createProjectStore } from './store/projects.js'

export interface ControlPlaneOptions {
  /** Directory of the database; made when missing. */
  dataDirectory: string
  /** The address that applications reach this installation by; DSNs are made from it. */
  publicUrl: string
  clock?: Clock
  /** Makes ids, given Unix milliseconds. */
  createId?: (nowMs: number) => string
  /** Told of a failure to write down when keys were last used: nothing is lost but that. */
  onFault?: (error: unknown) => void
}

/** Organizations, API keys and telemetry projects, in one SQLite database that nothing else opens. */
export interface ControlPlane {
  routes: Route[]
  keys: KeyDirectory
  projects: ProjectDirectory
  bootstrap(options: BootstrapOptions): BootstrapReport
  close(): void
}

const writeUsesEveryMs = 60_000

/** @throws Error when the database cannot be opened. */
export function openControlPlane(options: ControlPlaneOptions): ControlPlane {
  const database = openDatabase(options.dataDirectory)
  const clock = options.clock ?? systemClock
  const createId = options.createId ?? createUuid
  const organizations = createOrganizationStore(database)
  const apiKeys = new ApiKeys({ store: createApiKeyStore(database), clock, createId })
  const { publicUrl } = options
  const projects = new Projects({ store: createProjectStore(database), clock, createId, publicUrl })

  const writeUses = () => {
    try {
      apiKeys.writeUses()
    } catch (error) {
      options.onFault?.(error)
    }
  }
  const timer = setInterval(writeUses, writeUsesEveryMs).unref()

  return {
    routes: createControlPlaneRoutes({ organizations, apiKeys, projects }),
    keys: {
      findApiKey: async (secret) => Promise.resolve(apiKeys.find(secret)),
      findDsnKey: async (publicKey) => Promise.resolve(projects.findDsnKey(publicKey)),
    },
    projects: {
      findProject: async (organizationId, idOrNumber) => Promise.resolve(projects.find(organizationId, idOrNumber)),
    },
    bootstrap: (bootstrapOptions) => bootstrap({ organizations, apiKeys, projects, clock, createId }, bootstrapOptions),
    close: () => {
      clearInterval(timer)
      writeUses()
      database.close()
    },
  }
}
