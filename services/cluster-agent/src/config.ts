import { defineConfig, servingSettings, type ConfigOf } from '@signalbox/service-kit'

/** What operators can set of the agent for clusters and hosts, and of no other service. */
export const ownClusterAgentSettings = defineConfig({
  url: {
    env: 'SIGNALBOX_URL',
    type: 'url',
    required: true,
    description: 'Address of Signalbox, such as https://signalbox.example.com',
  },
  apiKey: {
    env: 'SIGNALBOX_API_KEY',
    type: 'text',
    lengthMax: 4_096,
    secret: true,
    required: true,
    description: 'API key with the scope telemetry:write',
  },
  mode: {
    env: 'SIGNALBOX_CLUSTER_AGENT_MODE',
    type: 'choice',
    choices: ['auto', 'node', 'cluster', 'host'],
    default: 'auto',
    description:
      'What is measured: node, a node of Kubernetes; cluster, what belongs to no node; host, a plain machine; auto, node in Kubernetes and host elsewhere',
  },
  clusterName: {
    env: 'SIGNALBOX_CLUSTER_NAME',
    type: 'text',
    lengthMax: 253,
    description: 'Name of the cluster in Signalbox. Default kubernetes, on a plain machine the name of the machine',
  },
  nodeName: {
    env: 'SIGNALBOX_NODE_NAME',
    type: 'text',
    lengthMax: 253,
    description: 'Name of the node as Kubernetes has it. Default the name of the machine',
  },
  nodeAddress: {
    env: 'SIGNALBOX_NODE_ADDRESS',
    type: 'text',
    lengthMax: 253,
    default: '127.0.0.1',
    description: 'Address of the node, where its kubelet listens',
  },
  intervalSeconds: {
    env: 'SIGNALBOX_CLUSTER_AGENT_INTERVAL_SECONDS',
    type: 'integer',
    minimum: 1,
    maximum: 300,
    default: 30,
    description: 'Seconds from one look to the next',
  },
  dataDirectory: {
    env: 'SIGNALBOX_CLUSTER_AGENT_DATA_DIR',
    type: 'text',
    default: './data/cluster-agent',
    description: 'Directory of the buffer and of what is counted',
  },
  bufferMegabytes: {
    env: 'SIGNALBOX_CLUSTER_AGENT_BUFFER_MEGABYTES',
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
    default: 64,
    description: 'Disk that samples may take while Signalbox is away; beyond it the oldest are dropped and counted',
  },
  kubernetesHost: {
    env: 'KUBERNETES_SERVICE_HOST',
    type: 'text',
    lengthMax: 253,
    description: 'Address of the API server; Kubernetes sets it in every pod',
  },
  kubernetesPort: {
    env: 'KUBERNETES_SERVICE_PORT',
    type: 'integer',
    minimum: 1,
    maximum: 65_535,
    default: 443,
    description: 'Its port; Kubernetes sets it as well',
  },
  kubernetesUrl: {
    env: 'SIGNALBOX_KUBERNETES_URL',
    type: 'url',
    description: 'Address of the API server, in place of the two before',
  },
  kubeletUrl: {
    env: 'SIGNALBOX_KUBELET_URL',
    type: 'url',
    description: 'Address of the kubelet. Default https://<node address>:10250',
  },
  kubeletInsecureTls: {
    env: 'SIGNALBOX_KUBELET_INSECURE_TLS',
    type: 'boolean',
    default: false,
    description: 'Whether the kubelet may show a certificate that the authority of the cluster did not sign',
  },
  serviceAccountDirectory: {
    env: 'SIGNALBOX_SERVICE_ACCOUNT_DIR',
    type: 'text',
    default: '/var/run/secrets/kubernetes.io/serviceaccount',
    description: 'Directory with the token and the authority that Kubernetes gives to a pod',
  },
  scrape: {
    env: 'SIGNALBOX_CLUSTER_AGENT_SCRAPE',
    type: 'boolean',
    default: true,
    description: 'Whether pods and containers with prometheus.io/scrape=true are scraped',
  },
  scrapeUrls: {
    env: 'SIGNALBOX_CLUSTER_AGENT_SCRAPE_URLS',
    type: 'list',
    default: [],
    description: 'Further pages in the text format of Prometheus, about the node',
  },
  scrapeSeriesMax: {
    env: 'SIGNALBOX_CLUSTER_AGENT_SCRAPE_SERIES_MAX',
    type: 'integer',
    minimum: 1,
    maximum: 50_000,
    default: 1_000,
    description: 'Series that are kept of one scraped page',
  },
  procRoot: {
    env: 'SIGNALBOX_CLUSTER_AGENT_PROC',
    type: 'text',
    default: '/proc',
    description: 'Where the proc file system of the machine is',
  },
  cgroupRoot: {
    env: 'SIGNALBOX_CLUSTER_AGENT_CGROUP',
    type: 'text',
    default: '/sys/fs/cgroup',
    description: 'Where the control groups of the machine are',
  },
  dockerSocket: {
    env: 'SIGNALBOX_CLUSTER_AGENT_DOCKER_SOCKET',
    type: 'text',
    default: '/var/run/docker.sock',
    description: 'Socket of Docker, or of Podman, which says what containers are called; nothing happens without one',
  },
  containerdSocket: {
    env: 'SIGNALBOX_CLUSTER_AGENT_CONTAINERD_SOCKET',
    type: 'text',
    default: '/run/containerd/containerd.sock',
    description: 'Socket of containerd, likewise',
  },
})

const { adminPort, adminHost, logLevel } = servingSettings

/** Every setting of the agent. */
export const clusterAgentSettings = defineConfig({ adminPort, adminHost, logLevel, ...ownClusterAgentSettings })
export type ClusterAgentConfig = ConfigOf<typeof clusterAgentSettings>
