import type { FactPack } from '../../facts/fact-pack.js'

/** Names of machines, cluster components and network devices. */
const names =
  /^(node|ip|host|worker|vm|i|gke|aks|eks|instance|zone|az)[-_]?[0-9a-f]+|kubelet|kube-|coredns|kube-dns|node-?local|^dns$|etcd|containerd|nat[-_]?(gateway|gw)|load-?balancer|^[an]lb\b|ingress-nginx|istiod|^cni|calico|cilium|hypervisor|switch|router-\d|^ebs|^nfs|control-?plane-\d/i

/**
 * Reporters that are machines or cluster components rather than services: named accordingly, and without spans or
 * deployments of their own.
 */
export function findInfrastructure({ services, series, logPatterns, dependencies, changes }: FactPack): Set<string> {
  const reporters = [...services, ...series.map(({ service }) => service), ...logPatterns.map(({ service }) => service)]
  const running = new Set([
    ...dependencies.flatMap(({ caller, callee }) => [caller, callee]),
    ...changes.flatMap(({ kind, service }) => (kind === 'deployment' && service !== null ? [service] : [])),
  ])
  const machines = findMachines(series, logPatterns)
  return new Set(reporters.filter((name) => (names.test(name) || machines.has(name)) && !running.has(name)))
}

const machineAttribute = /(^|[._])(node|host)([._]?name)?$/i
const machineMetric = /^(node|host|system|hw|kernel)[_.]/

/** Reporters that others name as their host, and those that measure a machine. */
function findMachines(series: FactPack['series'], logPatterns: FactPack['logPatterns']): Set<string> {
  const examples = logPatterns.flatMap(({ examples: own }) => own)
  const named = examples.flatMap(({ attributes }) =>
    Object.entries(attributes).flatMap(([name, value]) => (machineAttribute.test(name) ? [value] : [])),
  )
  return new Set([...named, ...series.flatMap(({ service, metric }) => (machineMetric.test(metric) ? [service] : []))])
}
