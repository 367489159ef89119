import { createDeadLetterQueue, type EventLog } from '@signalbox/event-log'
import {
  artifactPlaceOf,
  createResource,
  makePrivateDirectory,
  publicUrlOf,
  type Log,
  type Metrics,
  type Resource,
  type ServingConfig,
  type Vitals,
  type Warnings,
} from '@signalbox/service-kit'
import type { QueryTelemetry } from './telemetry-queries/query-telemetry.js'
import type { BackgroundWork } from './scheduling/background-work.js'
import type { BootstrapResult } from './bootstrap.js'
import { controlPlaneDirectory, type ControlPlaneConfig } from './config.js'
import { openControlPlane, type ControlPlane } from './control-plane.js'
import { readOidcSettings } from './identity/oidc/oidc-settings.js'
import { readNoticeSettings } from './notifications/notices/notice-settings.js'

/**
 * The control plane of a process, prepared for requests. `welcome` creates the secrets that are shown only once. Call
 * it when somebody can see them: a failed start must not leave behind secrets that nobody has seen.
 */
export type ControlPlanePart = Resource<ControlPlane & { welcome(): BootstrapResult }>

export interface ControlPlaneSurroundings {
  log: Log
  metrics?: Pick<Metrics, 'counter'>
  warnings?: Warnings
  /** Health of this process. */
  vitals?: Vitals
  /** Queries the telemetry store once the process runs; see `ControlPlaneOptions`. */
  queryTelemetry?: QueryTelemetry | undefined
  /** Opened before the control plane, which serves its dead letters. */
  eventLog?: Pick<Resource<EventLog>, 'get'> | undefined
}

/**
 * Creates the control plane as configured.
 * @throws ConfigError for settings that do not go together.
 */
export function createControlPlanePart(
  config: ControlPlaneConfig & Pick<ServingConfig, 'port' | 'tlsCert'>,
  { queryTelemetry, log, metrics, warnings, vitals, eventLog }: ControlPlaneSurroundings,
): ControlPlanePart {
  const oidc = readOidcSettings(config)
  const notices = readNoticeSettings(config)
  const dataDirectory = controlPlaneDirectory(config.dataDirectory)
  const artifactPlace = artifactPlaceOf(config)
  const open = () => {
    if ('directory' in artifactPlace) makePrivateDirectory(artifactPlace.directory)
    const opened = openControlPlane({
      dataDirectory,
      secretKeyFile: config.secretKeyFile,
      artifactPlace,
      artifactsBytesMax: config.artifactsBytesMax,
      publicUrl: publicUrlOf(config),
      log,
      notices,
      ...(metrics && { metrics }),
      ...(warnings && { warnings }),
      ...(vitals && { vitals }),
      ...(oidc && { oidc }),
      ...(queryTelemetry && { queryTelemetry }),
      ...(eventLog && { deadLetters: createDeadLetterQueue(eventLog.get()) }),
    })
    opened.prepare(config.bootstrapApiKey)
    return { ...opened, welcome: () => opened.bootstrap(config.bootstrapApiKey) }
  }
  return createResource('control plane', open, (opened) => {
    opened.close()
  })
}

/** Creates the control plane's background work. */
export function createBackgroundPart(controlPlane: Pick<ControlPlanePart, 'get'>): Resource<BackgroundWork> {
  const open = () => {
    const work = controlPlane.get().createBackgroundWork()
    work.start()
    return work
  }
  return createResource('background work', open, (work) => work.stop())
}
