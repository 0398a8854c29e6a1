import { expect } from 'chai'
import fc from 'fast-check'
import { csvLines, harmless } from '../../../api/print/csv.ts'
import { CsvBytes } from '../../../api/print/csv-bytes.ts'
import { decimalOf } from '../../../shared/accounting/amounts/decimal.ts'
import { newUuid, publicId } from '../../../shared/process/ids.ts'

describe('CSV as bytes', () => {
  it('has the texts that CSV as text has', () => {
    const text = fc.option(fc.oneof(fc.string(), fc.stringMatching(/^[aZ09 .&'()/_,;="ü\r\n\t-]{0,6}$/)))
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (lines) => {
        const bytes = new CsvBytes()
        const texts = lines.flat().map((text) => Buffer.from(text ?? ''))
        bytes.readFrom(Buffer.concat(texts))
        let at = 0
        for (const [index, { length }] of texts.entries()) {
          bytes.text(at, at + length).plain(index % 2 === 0 ? ',' : '\r\n')
          at += length
        }
        const expected = lines.map((fields) => fields.map((field) => field && harmless(field)))
        expect(String(bytes.take())).to.equal(csvLines(expected))
      }),
      { seed: 4180, numRuns: 1_000 },
    )
  })

  it('has amounts and ids as elsewhere', () => {
    const currency = fc.constantFrom('CHF', 'JPY', 'KWD')
    const amount = fc.oneof(fc.bigInt(-2_000n, 2_000n), fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n)).map(String)
    const bytes = new CsvBytes()
    fc.assert(
      fc.property(amount, currency, (minor, code) => {
        expect(
          String(
            bytes
              .readFrom(Buffer.from(`x${minor}y`))
              .decimal(1, minor.length + 1, code)
              .take(),
          ),
        ).to.equal(decimalOf(minor, code))
      }),
      { seed: 4217 },
    )
    const uuid = newUuid()
    expect(String(bytes.id('document', uuid).id('supplier_payable', uuid).take())).to.equal(
      `${publicId('document', uuid)}${publicId('supplier_payable', uuid)}`,
    )
  })

  it('grows with what is written, and keeps what was taken', () => {
    const bytes = new CsvBytes()
    const long = 'x'.repeat(100_000)
    bytes.readFrom(Buffer.from('ü-12345'))
    for (let round = 0; round < 7; round += 1) bytes.plain(long).text(0, 2).decimal(2, 8, 'CHF')
    const taken = bytes.take()
    const next = bytes.plain('next').take()
    expect(String(taken)).to.equal(`${long}ü-123.45`.repeat(7))
    expect(String(next)).to.equal('next')
  })
})
