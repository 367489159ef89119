import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import { restrictToOwner, makePrivateDirectory, type Component } from '@signalbox/service-kit'
import { dataPaths } from './data-paths.js'

/**
 * Creates the data directory before any component needs it, so that an unusable directory is reported once,
 * immediately. Everything stored belongs to the user Signalbox runs as and nobody else; files that earlier versions
 * left readable by others are closed before anything is opened. The control plane handles its own directory.
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
        for (const stored of [analytics, artifacts, eventLog]) restrictToOwner(stored)
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause)
        throw new Error(`${path} is not usable; set SIGNALBOX_DATA_DIR to a writable directory: ${reason}`, {
          cause,
        })
      }
    },
    stop: () => undefined,
  }
}
