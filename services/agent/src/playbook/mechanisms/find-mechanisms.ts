import type { Edit } from '../changes/edit.js'
import { findNewCall, findWorkInLoop } from './call-added.js'
import { findDependencyBump } from './dependency-bump.js'
import { findSwappedNames } from './swapped.js'
import type { Finding, Mechanism } from './mechanism.js'
import { findClientPerCall, findEndlessTask, findGrowingCollection } from './never-freed.js'
import { findRemovedProtections } from './protection-removed.js'
import { findUnguardedRelease } from './release-unguarded.js'
import { findReorderedStatements } from './reordered.js'
import { findMissingTable, findSchemaChange } from './schema-change.js'
import { findBlockingCall, findCostlyExpression, findCostlyQuery, findHeldLock, findUnstableKey } from './slow-work.js'
import { findUncheckedUse } from './unchecked-use.js'
import { findChangedUnit } from './unit-changed.js'
import { findChangedValues } from './value-changed.js'

/** All dangers searched for in a diff. A new way to break things is a new function here. */
const mechanisms: readonly Mechanism[] = [
  findRemovedProtections,
  findUnguardedRelease,
  findChangedValues,
  findChangedUnit,
  findSwappedNames,
  findReorderedStatements,
  findMissingTable,
  findSchemaChange,
  findDependencyBump,
  findUncheckedUse,
  findWorkInLoop,
  findGrowingCollection,
  findEndlessTask,
  findBlockingCall,
  findCostlyExpression,
  findCostlyQuery,
  findHeldLock,
  findUnstableKey,
  findClientPerCall,
  findNewCall,
]

/** @returns Potential dangers of the edit, most serious first. */
export function findMechanisms(edit: Edit): Finding[] {
  return mechanisms.flatMap((find) => find(edit)).sort((a, b) => b.weight - a.weight)
}
