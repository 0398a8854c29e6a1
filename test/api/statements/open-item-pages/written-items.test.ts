import { expect } from 'chai'
import fc from 'fast-check'
import { WrittenList } from '../../../../api/http/answers/json-bytes.ts'
import { bytesInSlices, jsonPartsInSlices } from '../../../../api/http/answers/json-in-slices.ts'
import { presentItem } from '../../../../api/statements/open-items/present-item.ts'
import { writeItems } from '../../../../api/statements/open-items/write-items.ts'
import type { ItemOfPage } from '../../../../shared/store/statements/open-items-of-a-day.ts'

const DATE = '2026-05-20'
/** One slice for each piece, so that others have their turn between any two. */
const SLICE = { isOver: () => true, next: async () => {}, pause: async () => {} }

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '"', '\\', 'Müller & Söhne', '\ud800', '日本'))
const amount = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)
const day = fc.constantFrom('2024-02-29', '2026-04-20', '2026-05-20', '2026-07-01')
const id = fc.uuid()
const item: fc.Arbitrary<ItemOfPage> = fc.record({
  open_item_id: id,
  kind: fc.constantFrom('receivable', 'payable', 'customer_credit', 'supplier_advance'),
  payment_id: fc.option(id),
  partner_name: text,
  partner_reference: fc.option(text),
  account_code: text,
  document_number: fc.option(text),
  payment_reference: fc.option(text),
  document_date: day,
  due_date: fc.option(day),
  is_opening: fc.boolean(),
  currency: fc.constantFrom('CHF', 'EUR'),
  amount_minor: amount,
  base_amount_minor: amount,
  open_minor: amount,
  base_open_minor: amount,
  source_fact_id: fc.option(id),
  journal_entry_id: id,
})

describe('items of a long page, written as bytes', () => {
  it('are the JSON of the objects that short pages and prints are made of, whatever their texts and amounts are', async () => {
    const property = fc.asyncProperty(fc.array(item, { maxLength: 120, size: 'max' }), async (items) => {
      const page = { before: 'ü', items: new WrittenList(writeItems(items, DATE, 'CHF')), behind: 1 }
      const bytes = await bytesInSlices(await jsonPartsInSlices(page, SLICE), SLICE)
      const objects = items.map((each) => presentItem(each, DATE, 'CHF'))
      expect(bytes.toString()).to.equal(JSON.stringify({ before: 'ü', items: objects, behind: 1 }))
    })
    await fc.assert(property, { numRuns: 60 })
  })
})
