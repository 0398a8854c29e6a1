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

  it('has the warnings of Node as lines of their own, without their texts, and nobody else has them', () => {
    const program = `
      import { EventEmitter } from 'node:events'
      import { openLog } from './shared/deps/log.ts'
      openLog('info', 'test')
      const socket = new EventEmitter()
      for (let count = 0; count < 11; count += 1) socket.on('close', () => {})
      process.emitWarning('The URL http://x:SECRETport/ is invalid.', 'DeprecationWarning', 'DEP0170')
      setTimeout(() => process.exit(0), 100)
    `
    const options = { cwd: new URL('../..', import.meta.url) }
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module-typescript', '--eval', program],
      options,
    )
    expect(String(stderr)).to.not.include('Warning')
    const lines = String(stdout).trimEnd().split('\n')
    const warned = lines
      .map((line) => JSON.parse(line))
      .map(({ level, warning }) => [level, warning.name, warning.code])
    expect(warned).to.deep.equal([
      [40, 'MaxListenersExceededWarning', undefined],
      [40, 'DeprecationWarning', 'DEP0170'],
    ])
    expect(String(stdout)).not.to.include('SECRET')
  })
})
