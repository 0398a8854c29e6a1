import { expect } from 'chai'
import { whileUnmoved } from '../../../shared/cli/ops/exports/while-unmoved.ts'

describe('work on books that move', () => {
  it('is done anew, and its place is that of the last time', async () => {
    let [books, done] = [0, 0]
    const place = await whileUnmoved(
      async () => ({ books }),
      async () => {
        done += 1
        if (done === 1) books += 1
      },
    )
    expect([place, done]).to.deep.equal([{ books: 1 }, 2])
  })

  it('ends with a sentence where they do not stand still', async () => {
    let books = 0
    const reason = await whileUnmoved(
      async () => ({ books }),
      async () => {
        books += 1
      },
    ).catch((error: Error) => error.message)
    expect([reason, books]).to.deep.equal([
      'The books have moved while each of 3 packages was written, so that its pages would contradict each other. Run it again when nobody books or changes settings.',
      3,
    ])
  })
})
