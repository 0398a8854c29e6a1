import { setTimeout as sleep } from 'node:timers/promises'
import { closeWhenInterrupted } from '../close-when-interrupted.ts'
import { runFiles } from '../run-files.ts'

closeWhenInterrupted(async () => {
  await sleep(200) // mocha ends meanwhile
  console.log('closed')
})
const files = ['dies', 'passes', 'waits'].map((name) => `test/suite/specs/${name}.ts`)
await runFiles(files, { processes: 1, timeout: 60_000 })
