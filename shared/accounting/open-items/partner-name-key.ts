const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const BLANKS = /[\t-\r \u0085\u1680\u2028\u2029]+/g
const LONGEST = 600

/**
 * A name without the differences of letter case, forms of letters, blanks and invisible characters: partners without a
 * number are one where their names have one key. `partner_name_key` computes the same in the database, and says why each
 * step is taken; test/store/statements/one-key-of-a-name.test.ts compares the two. Letters that are younger than the ICU of
 * the database are as they were written there.
 */
export function partnerNameKey(name: string): string {
  const visible = name.replace(INVISIBLE, '').normalize('NFKC')
  const small = visible.toLowerCase().toUpperCase().toLowerCase()
  const folded = small.replaceAll('i\u0307', 'i').replaceAll('ς', 'σ').normalize('NFKC')
  const blanked = withoutBlanksAround(folded.replace(BLANKS, ' '))
  return blanked.length <= LONGEST ? blanked : withoutBlanksAround([...blanked].slice(0, LONGEST).join(''))
}

function withoutBlanksAround(text: string): string {
  return text.replace(/^ | $/g, '')
}
