import type { RelatedGroup } from '../../../contract/setup/related-groups.ts'
import { type RelatedRow, relatedGroupOfCode } from '../or-rows/of-which.ts'
import type { LedgerAccount, PartnerBalance } from '../statement.ts'
import { type AccountPart, partnerBalancesAt } from './place-account.ts'

/** What a partner is from a day on; null where it is nothing of the kind any more. They come in the order of their days. */
export type PartnerRelation = {
  readonly partner_relation_id: string
  readonly related_to: RelatedGroup | null
  readonly valid_from: string
}

export type RelatedAmount = {
  /** Row that contains the amount. */
  readonly row_key: string
  readonly group: RelatedRow
  /** Debit positive. */
  readonly balance: bigint
  readonly partners: readonly PartnerBalance[]
}

/**
 * The amounts of an account's parts that are towards holders of shares, organs or participations: its partners by what
 * they are on the day, and everything else by what the account is.
 *
 * @param on_date the day of the balance sheet
 * @source OR Art. 959a Abs. 4
 */
export function relatedAmountsOf(
  account: LedgerAccount,
  parts: readonly AccountPart[],
  relations: readonly PartnerRelation[],
  at: number,
  on_date: string,
): RelatedAmount[] {
  const found = relatedPartnersAt(account, parts, relations, at, on_date)
  const group_of_account = account.related_to ?? relatedGroupOfCode(account.account_code)
  return parts.flatMap(({ row_key, balance }, index) => {
    const its = found.filter(({ part }) => part === index)
    const rest = balance - totalOf(its)
    const groups = new Map(Map.groupBy(its, ({ group }): RelatedRow => group))
    if (group_of_account) groups.set(group_of_account, groups.get(group_of_account) ?? [])
    return [...groups].map(([group, partners]) => ({
      row_key,
      group,
      balance: totalOf(partners) + (group === group_of_account ? rest : 0n),
      partners: partners.map(({ partner, amount_minor }) => ({ partner, amount_minor })),
    }))
  })
}

type RelatedPartner = PartnerBalance & { readonly part: number; readonly group: RelatedGroup }

function relatedPartnersAt(
  { related, other_side }: LedgerAccount,
  parts: readonly AccountPart[],
  relations: readonly PartnerRelation[],
  at: number,
  on_date: string,
): RelatedPartner[] {
  const others = new Set(partnerBalancesAt(other_side, at).map(({ partner }) => partner.partner_key))
  const idsOf = new Map(related.map(({ partner, relation_ids }) => [partner, relation_ids]))
  return partnerBalancesAt(related, at).flatMap((found) => {
    const group = relationOn(relations, idsOf.get(found.partner) ?? [], on_date)
    if (group === null) return []
    // The first part is empty where everything has moved, also what is on the side of the account.
    const has_moved = parts.length > 1 && (others.has(found.partner.partner_key) || parts[0]?.balance === 0n)
    return [{ ...found, group, part: has_moved ? 1 : 0 }]
  })
}

function relationOn(
  relations: readonly PartnerRelation[],
  ids: readonly string[],
  on_date: string,
): RelatedGroup | null {
  const known = relations.filter(
    ({ partner_relation_id, valid_from }) => ids.includes(partner_relation_id) && valid_from <= on_date,
  )
  return known.at(-1)?.related_to ?? null
}

function totalOf(balances: readonly PartnerBalance[]): bigint {
  return balances.reduce((total, { amount_minor }) => total + amount_minor, 0n)
}
