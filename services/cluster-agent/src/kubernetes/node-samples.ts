import { fieldOf, listAt, textAt } from '../samples/json-fields.js'
import type { SampleSheet } from '../samples/sample-sheet.js'
import { parseQuantity } from './quantity.js'

const readiness: Readonly<Record<string, number>> = { True: 1, False: 0, Unknown: -1 }

/** Adds the capacity and health of the agent's node, from its API object. */
export function addNode(node: unknown, sheet: SampleSheet): void {
  const quantity = (kind: 'capacity' | 'allocatable', resource: string) =>
    parseQuantity(fieldOf(node, 'status', kind, resource))
  const conditions = new Map(
    listAt(node, 'status', 'conditions').map((condition) => [textAt(condition, 'type'), textAt(condition, 'status')]),
  )
  sheet.add(
    {},
    {
      node_cpu_capacity_cores: quantity('capacity', 'cpu'),
      node_cpu_allocatable_cores: quantity('allocatable', 'cpu'),
      node_memory_capacity_bytes: quantity('capacity', 'memory'),
      node_memory_allocatable_bytes: quantity('allocatable', 'memory'),
      node_pods_capacity: quantity('capacity', 'pods'),
      node_ready: readiness[conditions.get('Ready') ?? ''],
      node_memory_pressure: pressureOf(conditions.get('MemoryPressure')),
      node_disk_pressure: pressureOf(conditions.get('DiskPressure')),
      node_pid_pressure: pressureOf(conditions.get('PIDPressure')),
    },
  )
}

// A disconnected node reports Unknown.
function pressureOf(status: string | undefined): number | undefined {
  return status === 'True' ? 1 : status === 'False' ? 0 : undefined
}
