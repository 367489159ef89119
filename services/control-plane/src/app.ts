import { createShell, type ShellOptions } from '@signalbox/service-kit'
import type { Express } from 'express'
import type { ControlPlane } from './control-plane.js'
import { createWebInterface } from './web-files/create-web-interface.js'

export interface AppOptions extends Omit<ShellOptions, 'keys' | 'browser' | 'onRefusedKey' | 'routes'> {
  controlPlane: ControlPlane
}

/** Creates the Express app of a stand-alone control plane. */
export function createApp({ controlPlane, routers = [], ...shell }: AppOptions): Express {
  const { keys, browser, onRefusedKey, routes } = controlPlane
  return createShell({
    ...shell,
    keys,
    browser,
    onRefusedKey,
    routers: [...routers, createWebInterface()],
    routes,
  })
}
