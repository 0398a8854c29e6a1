import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'

describe('spec files in several processes', () => {
  it('are all run: whatever fails in one is named with its file and its error, and the sums are right', async () => {
    const child = spawn(process.execPath, ['test/suite/specs/run.ts'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [output, code] = await Promise.all([
      text(child.stdout),
      new Promise((resolve) => child.once('close', resolve)),
    ])
    expect(code).to.equal(1)
    for (const line of [
      'AssertionError: expected 10810n to equal 10000n',
      "AssertionError: expected 10810n to equal 'CHF 108.10'",
      'Error: they cannot be opened',
      '  test/suite/specs/fails.ts: amounts are wrong\n',
      '  test/suite/specs/fails.ts: amounts have another type\n',
      '  test/suite/specs/hook-fails.ts: books "before all" hook for "are open"\n',
      '  test/suite/specs/cannot-be-loaded.ts: Error: this file cannot be loaded\n',
      '  test/suite/specs/dies.ts: Error: Workerpool Worker terminated Unexpectedly\n',
    ])
      expect(output).to.include(line)
    expect(output).to.match(/\n {2}2 passing\n {2}5 failing\n$/)
  })

  it('end at Ctrl-C, also after one of them has died: what outlives them is closed', async () => {
    const child = spawn(process.execPath, ['test/suite/specs/run-until-interrupted.ts'])
    let output = ''
    child.stderr.on('data', (piece) => {
      output += piece
    })
    child.stdout.on('data', (piece) => {
      output += piece
      if (String(piece).includes('waiting')) child.kill('SIGINT')
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect(code).to.equal(130)
    expect(output).to.match(/\nclosed\n$/)
  })
})
