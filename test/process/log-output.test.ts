import { spawnSync } from 'node:child_process'
import { expect } from 'chai'

describe('the log', () => {
  it('has every line of a process that ends at once, in order', () => {
    const program = `
      import { openLog } from './shared/deps/log.ts'
      const log = openLog('info', 'test')
      for (let line = 0; line < 1_000; line += 1) log.info({ line, name: 'Grüsse 🧾' }, 'job')
      process.exit(0)
    `
    const root = new URL('../..', import.meta.url)
    const { stdout } = spawnSync(process.execPath, ['--input-type=module-typescript', '--eval', program], { cwd: root })
    const lines = String(stdout)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ line }) => line)).to.deep.equal(Array.from({ length: 1_000 }, (_, line) => line))
    expect(lines.every(({ name, process: of }) => name === 'Grüsse 🧾' && of === 'test')).to.equal(true)
  })

  it('has the warnings of Node as lines of their own, and nobody else has them', () => {
    const program = `
      import { EventEmitter } from 'node:events'
      import { openLog } from './shared/deps/log.ts'
      openLog('info', 'test')
      const socket = new EventEmitter()
      for (let count = 0; count < 11; count += 1) socket.on('close', () => {})
      setTimeout(() => process.exit(0), 100)
    `
    const options = { cwd: new URL('../..', import.meta.url) }
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module-typescript', '--eval', program],
      options,
    )
    expect(String(stderr)).to.not.include('Warning')
    const { level, warning, msg } = JSON.parse(String(stdout))
    expect([level, warning]).to.deep.equal([40, 'MaxListenersExceededWarning'])
    expect(msg).to.include('11 close listeners')
  })
})
