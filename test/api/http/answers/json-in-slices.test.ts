import { expect } from 'chai'
import fc from 'fast-check'
import { WrittenList } from '../../../../api/http/answers/json-bytes.ts'
import { jsonInSlices } from '../../../../api/http/answers/json-in-slices.ts'
import { jsonInteger } from '../../../../shared/canonical/json-integer.ts'

/** In which each look at the clock ends a slice. */
const shortest = { isOver: () => true, next: async () => undefined, pause: async () => undefined }

describe('an answer in slices', () => {
  it('is what JSON.stringify makes of it', async () => {
    const number = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(jsonInteger)
    const { answer } = fc.letrec((of) => {
      const leaf = fc.oneof(fc.string({ unit: 'binary' }), fc.boolean(), fc.constantFrom(null, undefined), number)
      return {
        value: fc.oneof({ maxDepth: 5 }, leaf, of('list'), of('answer')),
        list: fc.oneof(fc.array(of('value'), { maxLength: 4 }), fc.array(number, { minLength: 51, maxLength: 60 })),
        answer: fc.dictionary(fc.string(), of('value'), { maxKeys: 6 }),
      }
    })
    await fc.assert(
      fc.asyncProperty(answer, async (value) => {
        expect(await jsonInSlices(value as object, shortest)).to.equal(JSON.stringify(value))
      }),
    )
  })

  it('writes integers of any size in full, wherever they stand', async () => {
    const large = 9_223_372_036_854_775_807n
    const money = { amount_minor: jsonInteger(large) }
    const text = `{"amount_minor":${large}}`
    const list = Array(60).fill(money)
    const answer = await jsonInSlices({ money, page: { money, list }, list: [{ money, list }] }, shortest)
    const listText = `[${list.map(() => text).join()}]`
    const nested = `{"money":${text},"list":${listText}}`
    expect(answer).to.equal(`{"money":${text},"page":${nested},"list":[${nested}]}`)
  })

  it('gives way between the elements of its long lists, also of those within an element', async () => {
    let pauses = 0
    const next = async () => {
      pauses += 1
    }
    const lines = Array.from({ length: 1_000 }, (_, line) => ({ line, account_code: '1020' }))
    await jsonInSlices(
      {
        has_more: false,
        data: [
          { id: 'je_1', lines },
          { id: 'je_2', lines },
        ],
      },
      { ...shortest, next },
    )
    expect(pauses).to.be.at.least(2_000)
  })

  it('gives way between the pieces of a list that is written already', async () => {
    let pauses = 0
    const next = async () => {
      pauses += 1
    }
    const pieces = Array.from({ length: 1_000 }, (_, piece) => Buffer.from(piece === 0 ? '1' : ',1'))
    const text = await jsonInSlices({ data: new WrittenList(pieces) }, { ...shortest, next })
    expect([text, pauses]).to.deep.equal([`{"data":[${Array(1_000).fill(1).join()}]}`, 1_000])
  })
})
