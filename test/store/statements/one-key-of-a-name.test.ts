import { expect } from 'chai'
import type { Client } from 'pg'
import { partnerNameKey } from '../../../shared/accounting/documents/comparable-text.ts'
import { connect } from '../journal/journal-in-sql.ts'

/** Each row is one partner, and no two rows are. */
const PARTNERS: readonly string[][] = [
  ['Straße AG', 'STRASSE AG', 'STRAẞE AG', 'strasse ag'],
  ['İstanbul', 'istanbul', 'ISTANBUL', 'ıstanbul', 'I\u0307stanbul', 'i\u0307stanbul'],
  ['Muster AG', ' muster\u00a0 AG\t', 'MUSTER\u3000AG\n', 'Ｍｕｓｔｅｒ ＡＧ', 'Muster\u2028AG', 'Muster \u0085AG'],
  [
    'Müller',
    'MU\u0308LLER',
    'mu\u200b\u0308ller',
    '\ufeffMüller',
    'Mül\u00adler',
    'M\u2060üller\u200e',
    'Müller\ufe0f',
  ],
  ['Mueller'],
  ['Muller'],
  ['Οδυσσεύς', 'ΟΔΥΣΣΕΎΣ', 'οδυσσεύσ'],
  ['ﬁrma ㍿', 'FIRMA 株式会社', 'Firma 株式会社'],
  ['Ångström', 'Ångström', 'a\u030angstro\u0308m', 'ÅNGSTRÖM'],
  ['Ǆemal', 'ǅemal', 'ǆemal', 'DŽEMAL', 'džemal'],
  ['ΐ', 'Ϊ\u0301', 'ι\u0308\u0301'],
  ['ǰan', 'J\u030can', 'j\u030can'],
  ['Đorđe', 'đorđe', 'ĐORĐE'],
  ['Dorde'],
  ['가나', '\u1100\u1161\u1102\u1161'],
  ['Familie \u{1f468}\u200d\u{1f469}', 'FAMILIE \u{1f468}\u{1f469}'],
  ['', ' ', '\u200b', '\u00a0\u3164'],
  [`${'x'.repeat(599)}y`, ` ${'X'.repeat(599)}Y`, `${'x'.repeat(599)}y z`],
]

describe('the key of a name', () => {
  let client: Client
  before(async () => {
    client = await connect()
  })
  after(() => client.end())

  const keysInSql = async (names: readonly string[]): Promise<string[]> => {
    const text =
      'select partner_name_key(name) from unnest($1::text[]) with ordinality names (name, place) order by place'
    return (await client.query({ text, values: [names], rowMode: 'array' })).rows.flat()
  }

  it('is one for all ways to write the name of a partner, and another for another partner', async () => {
    const keys = PARTNERS.map((names) => [...new Set(names.map(partnerNameKey))])
    expect(keys.filter(({ length }) => length > 1)).to.deep.equal([])
    expect(new Set(keys.flat()).size).to.equal(PARTNERS.length)
    const names = PARTNERS.flat()
    expect(await keysInSql(names)).to.deep.equal(names.map(partnerNameKey))
  })

  it('is computed alike here and in the database, and is the key of itself, for every letter that ICU knows there', async function () {
    this.timeout(360_000)
    const differing: string[] = []
    for (let start = 0; start < 0x110000; start += 0x1000) {
      const characters = charactersFrom(start, 0x1000)
      const names = characters.map((character) => `I${character}Σ`)
      const keys = await keysInSql(names)
      const differs = (name: string, index: number) =>
        keys[index] !== partnerNameKey(name) || partnerNameKey(keys[index]) !== keys[index]
      differing.push(...characters.filter((_, index) => differs(names[index] ?? '', index)))
    }
    const { rows } = await client.query({
      text: `select letter from unnest($1::text[]) letter
        where upper(letter collate "und-x-icu") <> letter or lower(letter collate "und-x-icu") <> letter`,
      values: [differing],
      rowMode: 'array',
    })
    expect(rows).to.deep.equal([])
    // Latin, Greek, Cyrillic and Armenian, whatever ICU.
    expect(differing.filter((letter) => letter < '\u0590')).to.deep.equal([])
  })
})

/** Those of Unicode that a name may have, without the unified ideographs and syllables, which have one form each. */
function charactersFrom(start: number, size: number): string[] {
  const codes = Array.from({ length: size }, (_, index) => start + index)
  return codes
    .filter((code) => code > 0 && !UNVARIED.some(([from, to]) => code >= from && code <= to))
    .map((code) => String.fromCodePoint(code))
}

/** Half a pair is no character. */
const UNVARIED = [
  [0x3400, 0x9fff],
  [0xac10, 0xdfff],
  [0xe000, 0xf8ff],
  [0x12000, 0x16dff],
  [0x17000, 0x1afff],
  [0x20000, 0x2f7ff],
  [0x2fa20, 0xdffff],
  [0xe1000, 0x10ffff],
] as const
