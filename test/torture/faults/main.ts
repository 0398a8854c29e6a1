import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { printTable } from '../../../shared/cli/print-table.ts'
import { type Outcome, writeReport, writeTable } from './report.ts'

const options = new Command('npm run faults --')
  .description(
    'Plants faults one after the other, in a copy of the code and in the rows of a database, and checks that a test or the verifier finds each.',
  )
  .option('--only <names...>', 'faults whose name contains one of these; FAULTS.md stays as it is then')
  .option('--out <file>', 'where the JSON goes', join(tmpdir(), 'hauptbuch-faults.json'))
  .parse()
  .opts<{ only?: string[]; out: string }>()

// `--help` and mistakes need nothing of the service.
const { CODE_FAULTS } = await import('./code-faults.ts')
const { DATA_FAULTS } = await import('./data-faults.ts')
const { plantInCode } = await import('./plant-in-code.ts')
const { plantInData } = await import('./plant-in-data.ts')

const isWanted = ({ name }: { readonly name: string }) => options.only?.some((part) => name.includes(part)) ?? true
const report = ({ name, caught_by, message }: Outcome) =>
  console.log(caught_by === null ? `NOT CAUGHT  ${name}: ${message}` : `caught      ${name}`)

const outcomes = [
  ...(await plantInData(DATA_FAULTS.filter(isWanted), report)),
  ...(await plantInCode(CODE_FAULTS.filter(isWanted), report)),
]
const missed = outcomes.filter(({ caught_by }) => caught_by === null)
printTable(
  outcomes.map(({ name, simulates, caught_by }) => ({ fault: name, simulates, 'caught by': caught_by ?? 'NOTHING' })),
  {},
)
if (!options.only) writeTable(outcomes)
writeReport(outcomes, options.out)
console.log(`${outcomes.length} faults, ${missed.length} not caught. Written to ${options.out}.`)
process.exit(missed.length === 0 && outcomes.length > 0 ? 0 : 1)
