import { join } from 'node:path'
import { defineConfig, type ConfigOf } from './define-config.js'

/** Where uploaded source maps are kept. Processes of one installation share it. */
export const artifactSettings = defineConfig({
  artifactsDirectory: {
    env: 'SIGNALBOX_ARTIFACTS_DIR',
    type: 'text',
    description:
      'Directory of uploaded source maps, the same for the control plane and all consumers. None: `artifacts` in the data directory; a consumer of its own resolves no frames then',
  },
})

/** Where the process that owns a data directory keeps artifacts. */
export function artifactsDirectoryOf(config: ConfigOf<typeof artifactSettings> & { dataDirectory: string }): string {
  return config.artifactsDirectory ?? join(config.dataDirectory, 'artifacts')
}
