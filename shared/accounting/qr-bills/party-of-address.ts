import type { QrParty } from './qr-bill.ts'

/** The names under which systems send the members of an address, the usual one first. */
const NAMES = {
  street_name: ['street_name', 'street', 'strtnm', 'address_line_1', 'address'],
  building_number: ['building_number', 'house_number', 'number', 'bldgnb'],
  post_code: ['post_code', 'postal_code', 'postcode', 'zip', 'pstcd'],
  town_name: ['town_name', 'town', 'city', 'twnnm'],
  country: ['country', 'country_code', 'ctry'],
} as const

/** So many letters have room; a third one of a country shows that it is no code of two (AUT is not AU). @source Swiss Implementation Guidelines QR-bill 2.3, chapter 4 */
const LENGTHS = { name: 70, street_name: 70, building_number: 16, post_code: 16, town_name: 35, country: 3 } as const

/** Letters that the code may have: Latin with accents, as in the code pages of SPS 2022. */
const OTHER_LETTERS = /[^\x20-\x7e\u00a0-\u017f\u0218-\u021b\u20ac]/g

export type StructuredAddress = Readonly<Record<string, string | null | undefined>>

/**
 * A party of type S from a name and an address with any members. What has no room is cut.
 *
 * @returns null without a name, a town, a post code or a country of two letters: a party stands in the code as a whole or not at all
 */
export function partyOfAddress(name: string | null, address: StructuredAddress | null): QrParty | null {
  const party = partyInTown(name, address)
  return party?.post_code ? party : null
}

/** The same without the demand of a post code: some countries have none, and a bank asks for town and country alone. */
export function partyInTown(name: string | null, address: StructuredAddress | null): QrParty | null {
  const members = new Map(Object.entries(address ?? {}).map(([member, value]) => [member.toLowerCase(), value]))
  const find = (member: keyof typeof NAMES) => {
    const value = NAMES[member].map((known) => members.get(known)?.trim()).find((text) => text)
    return value === undefined ? null : cut(value, LENGTHS[member])
  }
  const [post_code, town_name] = [find('post_code'), find('town_name')]
  const country = find('country')?.toUpperCase() ?? ''
  const written = cut(name?.trim() ?? '', LENGTHS.name)
  if (!written || !town_name || !/^[A-Z]{2}$/.test(country)) return null
  return {
    name: written,
    address_type: 'S',
    street_or_line: find('street_name'),
    number_or_line: find('building_number'),
    post_code,
    town_name,
    country,
  }
}

/** What the code may have of a text: a line break in it would be another element. */
export function cut(text: string, length: number): string {
  // Some systems send an accent as a letter of its own.
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').replace(OTHER_LETTERS, '.').slice(0, length).trim()
}
