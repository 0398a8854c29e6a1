import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'

const REST_AFTER_WORK = join(import.meta.dirname, 'rest-after-work.ts')
/** V8 says whenever it has waited, and what it does then. */
const REDUCES = /Memory reducer: .*/

describe('the heap of a worker', function () {
  this.timeout(60_000)
  const children: ChildProcess[] = []
  after(() => {
    for (const child of children) child.kill('SIGKILL')
  })

  function rest(options: readonly string[]) {
    const child = spawn(process.execPath, ['--trace-memory-reducer', ...options, REST_AFTER_WORK])
    children.push(child)
    let said = ''
    const until = (words: RegExp | string) =>
      new Promise<void>((resolve, reject) => {
        child.once('exit', () => reject(new Error(`ended, having said: ${said}`)))
        child.stdout.on('data', (chunk) => {
          said += chunk
          if (said.search(words) >= 0) resolve()
        })
      })
    return { until, said: () => said }
  }

  it('rests longer than V8 has it rest, with the options of the Procfile', async () => {
    const [, options = ''] = /^worker: node (.*) workers\/main\.ts$/m.exec(readFileSync('Procfile', 'utf8')) ?? []
    const patient = rest(options.split(' '))
    await patient.until('rests')
    // It begins to rest later, and is done with it earlier.
    await rest([]).until(REDUCES)
    expect(patient.said()).not.to.match(REDUCES)
  })
})
