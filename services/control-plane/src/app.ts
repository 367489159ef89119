import { createShell, type ShellOptions } from '@signalbox/service-kit'
import type { Express } from 'express'
import type { ControlPlane } from './control-plane.js'

export interface AppOptions extends Omit<ShellOptions, 'keys' | 'browser' | 'routes'> {
  controlPlane: ControlPlane
}

/** The control plane as a service of its own. */
export function createApp({ controlPlane, ...shell }: AppOptions): Express {
  const { keys, browser, routes } = controlPlane
  return createShell({ ...shell, keys, browser, routes })
}
