import { attack, attackNames, type AttackTarget } from './attacks.js'

/** The process that attacks, so that who measures meanwhile is not kept from it: `<name of the attack> <target as JSON>`. */
const [name, target] = process.argv.slice(2)
const known = attackNames.find((each) => each === name)
if (known === undefined || target === undefined) throw new Error(`an attack is one of ${attackNames.join(', ')}`)
// Whoever started it is gone.
process.on('disconnect', () => process.exit(0))
await attack(known, JSON.parse(target) as AttackTarget)
