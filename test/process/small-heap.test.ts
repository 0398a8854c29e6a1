import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'

const GROW_HEAP = join(import.meta.dirname, 'grow-heap.ts')
/** V8 marks nearly always. While it does, a collection of the young generation that is asked for becomes one of everything. */
const MARKING = '--stress-incremental-marking'

describe('the small heap', () => {
  const forcedBeside = async (mb: number, ...flags: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, GROW_HEAP, String(mb)])
    return Number(stdout.split(' ')[0])
  }

  it('collects everything while little is alive, and never while much is: that would hold up everybody', async () => {
    const [little, much, marked] = await Promise.all([forcedBeside(0), forcedBeside(120), forcedBeside(120, MARKING)])
    expect(little).to.be.greaterThan(0)
    expect({ much, marked }).to.deep.equal({ much: 0, marked: 0 })
  }).timeout(30_000)
})
