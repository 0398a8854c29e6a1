import { expect } from 'chai'
import { lostLetters, swissText } from '../../../shared/accounting/qr-bills/swiss-letters.ts'

/** A text, as the bank takes it, and the letters that it cannot have. */
const CASES: readonly (readonly [text: string, written: string, lost?: string])[] = [
  ['Müller & Söhne «été» ß ø Ł ő ğ Ș ț €', 'Müller & Söhne «été» ß ø Ł ő ğ Ș ț €'],
  ['Mu\u0308ller\n  AG ', 'Müller AG'],
  ['Nguyễn Thị Ơ', 'Nguyen Thi O'],
  ['Ǎ ǧ ẞ ƒ Ə ə Ǿ', 'A g SS f E e Ø'],
  ['O’Neill “Co” – Ｈａｌｌｅ ﬁn № 5 …', 'O\'Neill "Co" - Halle fin No 5 ...'],
  ['Ho\u00adtel\u200b \u202aA\u202c', 'Hotel A'],
  ['m\u0303', 'm'],
  ['☃ 🙂 \u0007', '. . .'],
  ['Дом Книги', '... .....', 'Д о м К н и г'],
  ['東京 Ltd', '.. Ltd', '東 京'],
  ['Ωμέγα ٣', '..... .', 'Ω μ έ γ α ٣'],
]

describe('letters that a bank in Switzerland takes', () => {
  for (const [text, written, lost = ''] of CASES)
    it(`${JSON.stringify(text)} as ${written}`, () => {
      expect(swissText(text, 70)).to.equal(written)
      expect(lostLetters(text).join(' ')).to.equal(lost)
    })

  it('are cut behind what is written', () => expect(swissText('ẞẞ AG', 5)).to.equal('SSSS'))
})
