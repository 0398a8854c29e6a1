import { expect } from 'chai'
import fc from 'fast-check'
import { csvLines, harmless } from '../../../api/print/csv.ts'
import { CsvBytes } from '../../../api/print/csv-bytes.ts'
import { decimal } from '../../../shared/accounting/amounts/decimal.ts'
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
    const around = (value: bigint) => fc.bigInt(value - 20n, value + 20n)
    const amount = fc.oneof(
      fc.bigInt(-2_000n, 2_000n),
      fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
      ...[31n, 32n, 53n].flatMap((bits) => [around(2n ** bits), around(-(2n ** bits))]),
      ...[2n, 3n, 10n, 15n].map((digits) => around(10n ** digits)),
    )
    const bytes = new CsvBytes()
    fc.assert(
      fc.property(amount, currency, (minor, code) => {
        bytes.readFrom(bytesOf(minor)).amount(1, code).comma().integer(1)
        expect(String(bytes.take())).to.equal(`${decimal(minor, code)},${minor}`)
      }),
      { seed: 4217, numRuns: 1_000 },
    )
    const uuid = newUuid()
    bytes.readFrom(Buffer.from(`00${uuid.replaceAll('-', '')}`, 'hex'))
    expect(String(bytes.idOf('document', 1).idOf('supplier_payable', 1).take())).to.equal(
      `${publicId('document', uuid)}${publicId('supplier_payable', uuid)}`,
    )
  })

  it('has an amount again, in its currency, and behind what was taken', () => {
    const bytes = new CsvBytes().readFrom(bytesOf(-12345n))
    const twice = () => String(bytes.amount(1, 'CHF').comma().amount(1, 'CHF').comma().amount(1, 'JPY').take())
    expect(twice()).to.equal('-123.45,-123.45,-12345')
    const other = 'x'.repeat(40)
    expect(String(bytes.plain(other).amount(1, 'JPY').take())).to.equal(`${other}-12345`)
    expect(String(bytes.readFrom(bytesOf(7n)).amount(1, 'JPY').take())).to.equal('7')
  })

  it('grows with what is written, and keeps what was taken', () => {
    const bytes = new CsvBytes()
    const long = 'x'.repeat(100_000)
    bytes.readFrom(Buffer.concat([Buffer.from('ü'), bytesOf(-12345n).subarray(1)]))
    for (let round = 0; round < 7; round += 1) bytes.plain(long).text(0, 2).amount(2, 'CHF')
    const taken = bytes.take()
    const next = bytes.plain('next').take()
    expect(String(taken)).to.equal(`${long}ü-123.45`.repeat(7))
    expect(String(next)).to.equal('next')
  })
})

/** Behind a byte that is none of it. */
function bytesOf(integer: bigint): Buffer {
  const bytes = Buffer.alloc(9)
  bytes.writeBigInt64BE(integer, 1)
  return bytes
}
