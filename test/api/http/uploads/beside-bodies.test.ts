import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'

const BESIDE_BODIES = join(import.meta.dirname, 'beside-bodies.ts')

describe('the heap beside JSON bodies', () => {
  const growthBeside = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [BESIDE_BODIES, ...args])
    return Number(stdout.split(' ')[0])
  }

  // It begins with one page for each of its halves, of which V8 has one at first.
  it('keeps the size of its young generation while they take much memory, and grows before and afterwards', async () => {
    const [little, much, left] = await Promise.all([
      growthBeside('1000'),
      growthBeside('1100000'),
      growthBeside('1100000', 'left'),
    ])
    expect(little).to.be.at.least(16)
    expect(much).to.be.at.most(4)
    expect(left).to.be.at.least(16)
  }).timeout(60_000)
})
