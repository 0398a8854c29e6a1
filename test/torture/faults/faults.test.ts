import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { type BooksToSpoil, openBooksToSpoil } from './books-to-spoil.ts'
import { CODE_FAULTS } from './code-faults.ts'
import { DATA_FAULTS } from './data-faults.ts'
import { findingsOfFault } from './find-data-fault.ts'
import { PROJECT, spoil } from './plant.ts'
import { namesInTable } from './report.ts'

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

describe('planted faults', () => {
  describe('in the code', () => {
    for (const fault of CODE_FAULTS) {
      it(`${fault.name}: there is one such place in ${fault.file}, and a test for it`, () => {
        const text = readFileSync(join(PROJECT, fault.file), 'utf8')
        expect(spoil(text, fault)).not.to.equal(text)
        expect(existsSync(join(PROJECT, fault.spec)), fault.spec).to.equal(true)
      })
    }
    it('no two have one name, and FAULTS.md names the catcher of each', () => {
      const names = [...DATA_FAULTS, ...CODE_FAULTS].map(({ name }) => name)
      expect(new Set(names).size).to.equal(names.length)
      expect(namesInTable()).to.deep.equal(names)
    })
  })

  describe('in the rows, past every guard: the verifier names', () => {
    let books: BooksToSpoil
    before(async () => {
      books = await openBooksToSpoil()
    })
    after(() => books?.quiet.close())

    for (const fault of DATA_FAULTS) {
      it(fault.name, async () => {
        const found = await findingsOfFault(books, fault)
        expect(found.map(({ check }) => check)).to.include(fault.check)
        // Readers know resources by their public ids; end customers are UUIDs everywhere.
        for (const { subject, expected, found: is } of found)
          expect([subject, expected, is].join(' ').replaceAll(books.customer, '')).not.to.match(UUID)
      })
    }
    it('nothing, once all of them are taken back', async () => {
      expect(await books.quiet.findings(books.customer)).to.deep.equal([])
      expect(await books.quiet.findings(books.other)).to.deep.equal([])
    })
  })
})
