import { printSums } from '../print-sums.ts'
import { runFiles } from '../run-files.ts'

/** Runs the specs beside it in two processes, as `npm test` runs all. */
const files = ['fails', 'dies', 'hook-fails', 'cannot-be-loaded', 'passes'].map((name) => `test/suite/specs/${name}.ts`)
process.exit(printSums([await runFiles(files, { processes: 2, timeout: 20_000 })]))
