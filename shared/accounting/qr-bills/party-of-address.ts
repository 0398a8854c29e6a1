import type { QrParty } from './qr-bill.ts'
import { lostLetters, swissText } from './swiss-letters.ts'

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
  const members = createMembers(address)
  const find = (member: Member) => {
    const value = members(member)
    return value === undefined ? null : swissText(value, LENGTHS[member])
  }
  const [post_code, town_name] = [find('post_code'), find('town_name')]
  const country = find('country')?.toUpperCase() ?? ''
  const written = swissText(name ?? '', LENGTHS.name)
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

/** The letters of an address, as far as it is written, that no bank in Switzerland takes. */
export function lostInAddress(address: StructuredAddress | null): string[] {
  const members = createMembers(address)
  const written = (Object.keys(NAMES) as Member[]).map((member) => members(member) ?? '')
  return lostLetters(written.join(' '))
}

type Member = keyof typeof NAMES

function createMembers(address: StructuredAddress | null): (member: Member) => string | undefined {
  const members = new Map(Object.entries(address ?? {}).map(([member, value]) => [member.toLowerCase(), value]))
  return (member) => NAMES[member].map((known) => members.get(known)?.trim()).find((text) => text)
}
