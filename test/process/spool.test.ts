import { buffer } from 'node:stream/consumers'
import { expect } from 'chai'
import { TemporaryFileError } from '../../shared/process/nameless-file.ts'
import { createSpools } from '../../shared/process/spool.ts'

describe('a spool', () => {
  const { TMPDIR } = process.env
  const withoutFiles = () => {
    process.env.TMPDIR = '/nowhere'
  }
  const piece = (bytes: number) => Buffer.from('x'.repeat(bytes))
  afterEach(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  })

  for (const of_one of [0, 10, 25, 100])
    it(`is read as it was written, with ${of_one} bytes in memory`, async () => {
      const spool = createSpools({ of_one, of_all: 1_000 })('test')
      const texts = ['Zürich', ',', '', 'Genève', '\r\n', '-'.repeat(300_000), 'end']
      for (const text of texts) await spool.append(Buffer.from(text))
      expect(String(await buffer(spool.read()))).to.equal(texts.join(''))
    })

  it('has a file for what its memory or that of all has no room for', async () => {
    withoutFiles()
    const openSpool = createSpools({ of_one: 10, of_all: 15 })
    const [first, second] = [openSpool('test'), openSpool('test')]
    await first.append(piece(10))
    const refused = [await first.append(piece(1)).catch(String), await second.append(piece(6)).catch(String)]
    expect(refused).to.deep.equal([String(new TemporaryFileError(null)), String(new TemporaryFileError(null))])
    await second.append(piece(5))
  })

  const ENDS = {
    'it is read': async ({ read }: ReturnType<ReturnType<typeof createSpools>>) => {
      await buffer(read())
    },
    'nobody reads it': async ({ read }: ReturnType<ReturnType<typeof createSpools>>) => {
      const stream = read()
      await new Promise((resolve) => stream.once('close', resolve).destroy())
    },
    'it is given up': ({ close }: ReturnType<ReturnType<typeof createSpools>>) => close(),
  }
  for (const [what, end] of Object.entries(ENDS))
    it(`gives its memory back when ${what}`, async () => {
      withoutFiles()
      const openSpool = createSpools({ of_one: 10, of_all: 10 })
      for (let round = 0; round < 3; round += 1) {
        const spool = openSpool('test')
        await spool.append(piece(10))
        await end(spool)
        await spool.close()
      }
    })
})
