import { join } from 'node:path'
import { defineConfig, type ConfigOf } from './define-config.js'
import { ConfigError } from './read-config.js'

/** Where uploaded source maps are stored, shared by all processes of an installation. */
export const artifactSettings = defineConfig({
  artifactsDirectory: {
    env: 'SIGNALBOX_ARTIFACTS_DIR',
    type: 'text',
    description:
      'Directory for uploaded source maps, shared by the control plane and all consumers. Default: `artifacts` ' +
      'in the data directory; separate consumers then resolve no frames',
  },
  artifactsS3Url: {
    env: 'SIGNALBOX_ARTIFACTS_S3_URL',
    type: 'url',
    description:
      'S3-compatible bucket for uploaded source maps, used instead of a directory: its URL with an optional ' +
      'prefix, such as `https://s3.eu-central-1.amazonaws.com/my-bucket/signalbox`',
  },
  artifactsS3Region: {
    env: 'SIGNALBOX_ARTIFACTS_S3_REGION',
    type: 'text',
    default: 'us-east-1',
    description: 'Region of the bucket',
  },
  artifactsS3AccessKeyId: {
    env: 'SIGNALBOX_ARTIFACTS_S3_ACCESS_KEY_ID',
    type: 'text',
    description: 'Access key that can read, write, delete and list objects in the bucket',
  },
  artifactsS3SecretAccessKey: {
    env: 'SIGNALBOX_ARTIFACTS_S3_SECRET_ACCESS_KEY',
    type: 'text',
    secret: true,
    description: 'Secret access key',
  },
})

type ArtifactConfig = ConfigOf<typeof artifactSettings>

/**
 * Returns the configured artifact location, for `openBlobStore`.
 * @returns undefined if none is configured.
 * @throws ConfigError if two locations are configured, or a bucket without its key.
 */
export function namedArtifactPlace(config: ArtifactConfig) {
  const { artifactsDirectory: directory, artifactsS3Url: url, artifactsS3Region: region } = config
  if (url === undefined) return directory === undefined ? undefined : { directory }
  if (directory !== undefined) {
    throw new ConfigError(['SIGNALBOX_ARTIFACTS_DIR and SIGNALBOX_ARTIFACTS_S3_URL cannot be combined'])
  }
  const { artifactsS3AccessKeyId: accessKeyId, artifactsS3SecretAccessKey: secretAccessKey } = config
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    const keys = 'SIGNALBOX_ARTIFACTS_S3_ACCESS_KEY_ID and SIGNALBOX_ARTIFACTS_S3_SECRET_ACCESS_KEY'
    throw new ConfigError([`${keys} must be set with SIGNALBOX_ARTIFACTS_S3_URL`])
  }
  return { bucket: { url, region, accessKeyId, secretAccessKey } }
}

/**
 * Returns the artifact location for the process that owns a data directory. @throws ConfigError like
 * `namedArtifactPlace`.
 */
export function artifactPlaceOf(config: ArtifactConfig & { dataDirectory: string }) {
  return namedArtifactPlace(config) ?? { directory: join(config.dataDirectory, 'artifacts') }
}
