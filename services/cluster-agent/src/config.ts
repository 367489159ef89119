import { defineConfig, servingSettings, type ConfigOf } from '@signalbox/service-kit'

/** Settings that only the cluster agent has. */
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
      'What to measure: node, a Kubernetes node; cluster, whatever belongs to no single node; host, a plain ' +
      'machine; auto, node in Kubernetes and host elsewhere',
  },
  clusterName: {
    env: 'SIGNALBOX_CLUSTER_NAME',
    type: 'text',
    lengthMax: 253,
    description: "Name of the cluster in Signalbox. Default kubernetes, or the machine's name on a plain machine",
  },
  nodeName: {
    env: 'SIGNALBOX_NODE_NAME',
    type: 'text',
    lengthMax: 253,
    description: "Name of the node in Kubernetes. Default: the machine's name",
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
    description: 'Seconds between measurements',
  },
  dataDirectory: {
    env: 'SIGNALBOX_CLUSTER_AGENT_DATA_DIR',
    type: 'text',
    default: './data/cluster-agent',
    description: 'Directory for the buffer and counters',
  },
  bufferMegabytes: {
    env: 'SIGNALBOX_CLUSTER_AGENT_BUFFER_MEGABYTES',
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
    default: 64,
    description:
      'Maximum disk space for samples while Signalbox is unreachable; beyond it, the oldest are dropped and ' +
      'counted',
  },
  kubernetesHost: {
    env: 'KUBERNETES_SERVICE_HOST',
    type: 'text',
    lengthMax: 253,
    description: 'Address of the API server; set by Kubernetes in every pod',
  },
  kubernetesPort: {
    env: 'KUBERNETES_SERVICE_PORT',
    type: 'integer',
    minimum: 1,
    maximum: 65_535,
    default: 443,
    description: 'Port of the API server; also set by Kubernetes',
  },
  kubernetesUrl: {
    env: 'SIGNALBOX_KUBERNETES_URL',
    type: 'url',
    description: 'Address of the API server, overriding the two settings above',
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
    description: "Whether to accept a kubelet certificate that was not issued by the cluster's authority",
  },
  serviceAccountDirectory: {
    env: 'SIGNALBOX_SERVICE_ACCOUNT_DIR',
    type: 'text',
    default: '/var/run/secrets/kubernetes.io/serviceaccount',
    description: 'Directory with the service account token and certificate authority that Kubernetes mounts into a pod',
  },
  scrape: {
    env: 'SIGNALBOX_CLUSTER_AGENT_SCRAPE',
    type: 'boolean',
    default: true,
    description: 'Whether to scrape pods and containers with prometheus.io/scrape=true',
  },
  scrapeUrls: {
    env: 'SIGNALBOX_CLUSTER_AGENT_SCRAPE_URLS',
    type: 'list',
    default: [],
    description: 'Additional pages about the node to scrape, in the Prometheus text format',
  },
  scrapeSeriesMax: {
    env: 'SIGNALBOX_CLUSTER_AGENT_SCRAPE_SERIES_MAX',
    type: 'integer',
    minimum: 1,
    maximum: 50_000,
    default: 1_000,
    description: 'Maximum number of series per scraped page',
  },
  procRoot: {
    env: 'SIGNALBOX_CLUSTER_AGENT_PROC',
    type: 'text',
    default: '/proc',
    description: "Path of the machine's proc file system",
  },
  cgroupRoot: {
    env: 'SIGNALBOX_CLUSTER_AGENT_CGROUP',
    type: 'text',
    default: '/sys/fs/cgroup',
    description: "Path of the machine's control groups",
  },
  dockerSocket: {
    env: 'SIGNALBOX_CLUSTER_AGENT_DOCKER_SOCKET',
    type: 'text',
    default: '/var/run/docker.sock',
    description: 'Socket of Docker or Podman, used to look up container names; ignored if missing',
  },
  containerdSocket: {
    env: 'SIGNALBOX_CLUSTER_AGENT_CONTAINERD_SOCKET',
    type: 'text',
    default: '/run/containerd/containerd.sock',
    description: 'Socket of containerd, used to look up container names; ignored if missing',
  },
})

const { adminPort, adminHost, logLevel } = servingSettings

/** All settings of the cluster agent. */
export const clusterAgentSettings = defineConfig({ adminPort, adminHost, logLevel, ...ownClusterAgentSettings })
export type ClusterAgentConfig = ConfigOf<typeof clusterAgentSettings>
