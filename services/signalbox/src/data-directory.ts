import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import { keepPrivate, makePrivateDirectory, type Component } from '@signalbox/service-kit'
import { dataPaths } from './data-paths.js'

/**
 * Makes the directory of everything that is stored before any part needs it, so that one that cannot be used is told once
 * and at once. Whatever is stored is the user's that Signalbox runs as, and nobody else's: what earlier versions left open
 * to others is closed before anything is opened. The control plane does it for its own.
 */
export function createDataDirectory(dataDirectory: string): Component {
  const path = resolve(dataDirectory)
  return {
    name: 'data directory',
    start: () => {
      try {
        makePrivateDirectory(path)
        accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
        const { analytics, artifacts, eventLog } = dataPaths(path)
        makePrivateDirectory(analytics)
        for (const stored of [analytics, artifacts, eventLog]) keepPrivate(stored)
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause)
        throw new Error(`${path} cannot be used; set SIGNALBOX_DATA_DIR to one that can be written: ${reason}`, {
          cause,
        })
      }
    },
    stop: () => undefined,
  }
}
