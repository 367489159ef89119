import { expect } from 'chai'
import { artifactPlaceOf, artifactSettings, ConfigError, namedArtifactPlace, readConfig } from '../../src/index.js'

const place = (env: Record<string, string>) => namedArtifactPlace(readConfig(artifactSettings, env))
const key = {
  SIGNALBOX_ARTIFACTS_S3_ACCESS_KEY_ID: 'id',
  SIGNALBOX_ARTIFACTS_S3_SECRET_ACCESS_KEY: 'secret',
}
const url = 'https://s3.example.com/uploads'

describe('the artifact location', () => {
  it('is the configured directory or bucket, or else below the data directory', () => {
    expect(place({ SIGNALBOX_ARTIFACTS_DIR: '/uploads' })).to.deep.equal({ directory: '/uploads' })
    expect(place({ SIGNALBOX_ARTIFACTS_S3_URL: `${url}/`, ...key })).to.deep.equal({
      bucket: { url, region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' },
    })
    expect(place({})).to.equal(undefined)
    const embedded = { ...readConfig(artifactSettings, {}), dataDirectory: '/data' }
    expect(artifactPlaceOf(embedded)).to.deep.equal({ directory: '/data/artifacts' })
  })

  it('is rejected if two are configured, or a bucket without its key', () => {
    const bucket = { SIGNALBOX_ARTIFACTS_S3_URL: url }
    expect(() => place({ ...bucket, ...key, SIGNALBOX_ARTIFACTS_DIR: '/uploads' })).to.throw(
      ConfigError,
      'cannot be combined',
    )
    expect(() => place(bucket)).to.throw(ConfigError, 'ACCESS_KEY_ID')
  })
})
