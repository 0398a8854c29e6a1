import { expect } from 'chai'
import { type BooksToSpoil, openBooksToSpoil } from './books-to-spoil.ts'
import { DATA_FAULTS } from './data-faults.ts'
import { findDataFault } from './find-data-fault.ts'

describe('planted faults', () => {
  describe('in the rows, past every guard: the verifier names', () => {
    let books: BooksToSpoil
    before(async () => {
      books = await openBooksToSpoil()
    })
    after(() => books?.quiet.close())

    for (const fault of DATA_FAULTS) {
      it(fault.name, async () => expect(await findDataFault(books, fault)).to.include(fault.check))
    }
    it('nothing, once all of them are taken back', async () => {
      expect(await books.quiet.findings(books.own)).to.deep.equal([])
      expect(await books.quiet.findings(books.other)).to.deep.equal([])
    })
  })
})
