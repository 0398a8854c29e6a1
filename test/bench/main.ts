import { measureAccepting } from './accept.ts'
import { measureDraining } from './drain.ts'
import { withFreshDatabase } from './processes.ts'

/** `npm run bench -- [seconds for each variant] [facts in the backlog]` */
const [seconds = '8', facts = '20000'] = process.argv.slice(2)

await withFreshDatabase((bench) => measureDraining(bench, Number(facts)))
await withFreshDatabase((bench) => measureAccepting(bench, Number(seconds)))
