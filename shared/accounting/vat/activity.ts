import type { VatRegistration } from '../../contract/vat/registrations.ts'

/**
 * The activity that turnover on an account belongs to: the one that the line names, that of the account, or the only one.
 *
 * @returns null where none of these decides, and under the other methods, which know no activities
 * @source MWSTG Art. 37; MWSTV Art. 84 ff.
 */
export function activityOf(
  { method, activities }: VatRegistration,
  account_code: string | undefined,
  named: string | null,
): string | null {
  if (method !== 'net_tax_rate') return null
  const found =
    named === null
      ? (activities.find(({ accounts = [] }) => accounts.some((code) => code === account_code)) ?? onlyOne(activities))
      : activities.find(({ activity_id }) => activity_id === named)
  return found?.activity_id ?? null
}

function onlyOne<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined
}
