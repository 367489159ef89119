import { ConfigError, readConfig } from '@signalbox/service-kit'
import { expect } from 'chai'
import { chooseMeasured } from '../../src/agent/create-sources.js'
import { clusterAgentSettings } from '../../src/config.js'

const needed = { SIGNALBOX_URL: 'https://signalbox.test', SIGNALBOX_API_KEY: 'key' }
const choose = (env: Record<string, string>) =>
  chooseMeasured(readConfig(clusterAgentSettings, { ...needed, ...env }), 'machine-1')

describe('chooseMeasured', () => {
  it('is the machine, under its own name, outside of Kubernetes', () => {
    expect(choose({})).to.deep.equal({ mode: 'host', cluster: 'machine-1', node: 'machine-1' })
    expect(choose({ SIGNALBOX_CLUSTER_NAME: 'office' })).to.deep.include({ cluster: 'office' })
  })

  it('is the node inside a pod', () => {
    const pod = { KUBERNETES_SERVICE_HOST: '10.96.0.1', SIGNALBOX_NODE_NAME: 'node-a' }
    expect(choose(pod)).to.deep.equal({ mode: 'node', cluster: 'kubernetes', node: 'node-a' })
    expect(choose({ ...pod, SIGNALBOX_CLUSTER_AGENT_MODE: 'host' }).mode).to.equal('host')
  })

  it('is not a node for the cluster-wide agent', () => {
    const env = { SIGNALBOX_CLUSTER_AGENT_MODE: 'cluster', SIGNALBOX_KUBERNETES_URL: 'https://10.0.0.1:6443' }
    expect(choose(env)).to.deep.equal({ mode: 'cluster', cluster: 'kubernetes', node: '' })
  })

  it('rejects node mode outside of Kubernetes, with the setting to use', () => {
    expect(() => choose({ SIGNALBOX_CLUSTER_AGENT_MODE: 'node' })).to.throw(ConfigError, 'SIGNALBOX_KUBERNETES_URL')
  })
})
