import { attack, attackNames, type AttackTarget } from './attacks.js'

/** Runs an attack in its own process so that it does not slow the measuring one: `<attack name> <target as JSON>`. */
const [name, target] = process.argv.slice(2)
const known = attackNames.find((each) => each === name)
if (known === undefined || target === undefined) throw new Error(`an attack is one of ${attackNames.join(', ')}`)
// The parent process is gone.
process.on('disconnect', () => process.exit(0))
await attack(known, JSON.parse(target) as AttackTarget)
