import type { RelatedGroup } from '../../../contract/setup/related-groups.ts'
import type { OrRow } from './row.ts'

/**
 * Positions towards holders of shares, organs and companies in which a participation is held are shown apart, each
 * group by itself: as a row beneath the row that contains them.
 *
 * @source OR Art. 959a Abs. 4
 */

/** The SME chart has accounts for holders and organs together; what such an account says no more exactly is shown so. */
export type RelatedRow = RelatedGroup | 'holders_and_organs'

const LABELS: Readonly<Record<RelatedRow, OrRow['labels']>> = {
  holders: {
    de: 'davon gegenüber direkt oder indirekt Beteiligten',
    fr: 'dont envers des détenteurs de participations directs ou indirects',
    it: 'di cui verso titolari diretti o indiretti di partecipazioni',
    en: 'of which towards direct or indirect holders of shares',
  },
  organs: {
    de: 'davon gegenüber Organen',
    fr: 'dont envers des organes',
    it: 'di cui verso organi',
    en: 'of which towards governing bodies',
  },
  holders_and_organs: {
    de: 'davon gegenüber Beteiligten und Organen',
    fr: 'dont envers des détenteurs de participations et des organes',
    it: 'di cui verso titolari di partecipazioni e organi',
    en: 'of which towards holders of shares and governing bodies',
  },
  participations: {
    de: 'davon gegenüber Beteiligungen',
    fr: 'dont envers des participations',
    it: 'di cui verso partecipazioni',
    en: 'of which towards companies in which a participation is held',
  },
}

/** Codes of the SME chart whose accounts are towards a group. */
const RANGES: readonly { readonly from: number; readonly to: number; readonly group: RelatedRow }[] = [
  { from: 1110, to: 1119, group: 'participations' },
  { from: 1120, to: 1129, group: 'holders_and_organs' },
  { from: 1150, to: 1159, group: 'participations' },
  { from: 1160, to: 1169, group: 'holders_and_organs' },
  { from: 1450, to: 1459, group: 'participations' },
  { from: 1460, to: 1469, group: 'holders_and_organs' },
  { from: 2050, to: 2059, group: 'participations' },
  { from: 2060, to: 2069, group: 'holders_and_organs' },
  { from: 2150, to: 2159, group: 'participations' },
  { from: 2160, to: 2169, group: 'holders' },
  { from: 2250, to: 2259, group: 'participations' },
  { from: 2260, to: 2269, group: 'holders' },
  { from: 2480, to: 2489, group: 'holders_and_organs' },
]

export function relatedGroupOfCode(account_code: string): RelatedRow | null {
  if (!/^\d{4,}$/.test(account_code)) return null
  const code = Number(account_code.slice(0, 4))
  return RANGES.find(({ from, to }) => from <= code && code <= to)?.group ?? null
}

export function ofWhichKey(row_key: string, group: RelatedRow): string {
  return `${row_key}.${group}`
}

/** The rows beneath a row; each is part of its amount, and of no sum. */
export function ofWhichRows({ row_key, level, side }: OrRow): OrRow[] {
  return (Object.keys(LABELS) as RelatedRow[]).map((group) => ({
    row_key: ofWhichKey(row_key, group),
    parent_key: row_key,
    level: level + 1,
    kind: 'of_which',
    side,
    law: 'OR 959a Abs. 4',
    labels: LABELS[group],
  }))
}
