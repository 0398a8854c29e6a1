import { expect } from 'chai'
import fc from 'fast-check'
import { csvLines } from '../../../api/print/csv.ts'

describe('CSV', () => {
  it('is read as the fields that were written, whatever is in them', () => {
    const field = fc.option(fc.oneof(fc.string(), fc.stringMatching(/^[a",\r\n=]{0,4}$/)))
    const line = fc.array(field, { minLength: 2, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
        expect(readCsv(csvLines(lines))).to.deep.equal(lines.map((fields) => fields.map((text) => text ?? '')))
      }),
      { seed: 4180 },
    )
  })

  it('quotes what RFC 4180 asks for, and nothing else', () => {
    expect(
      csvLines([
        ['a', null, 'b c'],
        ['a,b', '"', ''],
        ['\r', '\n', ','],
      ]),
    ).to.equal('a,,b c\r\n"a,b","""",\r\n"\r","\n",","\r\n')
  })
})

/** Character by character, as RFC 4180 describes it. */
function readCsv(text: string): string[][] {
  const lines: string[][] = []
  let fields: string[] = []
  for (let at = 0; at < text.length; ) {
    const [, quoted, plain = '', end = ''] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(text.slice(at)) ?? []
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    at += (quoted === undefined ? plain.length : quoted.length + 2) + end.length
    if (end === ',') continue
    lines.push(fields)
    fields = []
  }
  return lines
}
