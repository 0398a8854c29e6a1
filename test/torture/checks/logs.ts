import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plan } from '../plan.ts'
import type { Surroundings } from '../surroundings/surroundings.ts'
import type { Finding } from './evidence.ts'

/** Levels of pino. */
const ERROR = 50
/** Of the requests: texts, names and references. Each request also has the name of its step wherever it may have a text. */
const WORDS = ['Papeterie', 'Kundin', 'Bankspesen', 'Anzahlungen', 'shared-', 'repeated ']

/** What processes and PostgreSQL have logged: nothing that somebody has sent, and of the processes no fault. */
export function checkLogs(plan: Plan, { folder, webs, workers, servers }: Surroundings): Finding[] {
  const logs = [...webs, ...workers].flatMap(({ name }) => linesOf(join(folder, `${name}.log`), name))
  const ofServers = servers.all.flatMap(({ postgres: { name } }) => linesOf(join(folder, name, 'postgres.log'), name))
  const all = [...logs, ...ofServers]
  const values = [`s${plan.seed}-`, ...WORDS]
  const isTelling = (line: string) => values.some((value) => line.includes(value))
  const counted = `${all.length} lines`
  return [
    { check: 'no log has a value of a request', counted, wrong: all.filter(isTelling) },
    { check: 'no process logs a fault', counted, wrong: logs.filter((line) => levelOf(line) >= ERROR) },
  ]
}

function linesOf(path: string, name: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `${name}: ${line}`)
}

/** A process that is killed leaves half a line behind. */
function levelOf(line: string): number {
  return Number(/"level":(\d+)/.exec(line)?.[1] ?? 0)
}
