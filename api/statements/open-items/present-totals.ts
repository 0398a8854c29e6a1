import { signOfSide } from '../../../shared/accounting/statements/ageing.ts'
import type { SubLedger } from '../../../shared/contract/statements/open-items-of-a-day.ts'
import type { Ages, ControlBalance, ItemTotal } from '../../../shared/store/statements/open-items-of-a-day.ts'
import { presentMoney } from '../../http/present-money.ts'

export type NamedControlAccount = { readonly account_code: string; readonly account_name: string }

type BothAmounts = { minor: bigint; base_minor: bigint }
type AccountTotal = NamedControlAccount & { currency: string } & Record<
    'open' | 'other' | 'unassigned' | 'balance',
    BothAmounts
  >

/**
 * The items of a side beside the balances of their control accounts, by account and currency, in the sign of the side. An
 * account is proved where its amounts in each currency are, and its base amounts in total: a revaluation moves these alone.
 */
export function totalsOf(
  side: SubLedger,
  accounts: readonly NamedControlAccount[],
  items: readonly ItemTotal[],
  balances: readonly ControlBalance[],
): AccountTotal[] {
  const sign = signOfSide(side)
  return accounts.flatMap((account) => {
    const itemsHere = items.filter(({ account_code }) => account_code === account.account_code)
    const balancesHere = balances.filter(({ account_code }) => account_code === account.account_code)
    const currencies = [...itemsHere, ...balancesHere].map(({ currency }) => currency)
    return [...new Set(currencies)].sort().map((currency) => {
      const listed = itemsHere.filter((item) => item.currency === currency && item.is_listed)
      const others = itemsHere.filter((item) => item.currency === currency && !item.is_listed)
      const balance = balancesHere.find((other) => other.currency === currency)
      return {
        ...account,
        currency,
        open: sumOf(listed, 1n),
        other: sumOf(others, -1n), // of kinds whose sign is that of the other side
        unassigned: signed(sign, balance?.unassigned_minor, balance?.unassigned_base_minor),
        balance: signed(sign, balance?.amount_minor, balance?.base_amount_minor),
      }
    })
  })
}

function sumOf(items: readonly ItemTotal[], sign: bigint): BothAmounts {
  return items.reduce(
    (sum, { minor, ages }) => ({
      minor: sum.minor + sign * BigInt(minor),
      base_minor: sum.base_minor + sign * totalOf(ages),
    }),
    { minor: 0n, base_minor: 0n },
  )
}

function totalOf(ages: Ages): bigint {
  return ages.reduce((sum, minor) => sum + BigInt(minor ?? 0), 0n)
}

function signed(sign: bigint, minor = '0', base_minor = '0'): BothAmounts {
  return { minor: sign * BigInt(minor), base_minor: sign * BigInt(base_minor) }
}

export function presentTotals(totals: readonly AccountTotal[], base_currency: string) {
  const baseDifference = (code: string) =>
    totals
      .filter(({ account_code }) => account_code === code)
      .reduce((sum, total) => sum + differenceOf(total, 'base_minor'), 0n)
  return totals.map((total) => {
    const { account_code, account_name, currency, open, other, unassigned, balance } = total
    return {
      account_code,
      account_name,
      currency,
      open_amount: presentMoney(open.minor, currency),
      base_open_amount: presentMoney(open.base_minor, base_currency),
      other_side: presentMoney(other.minor, currency),
      base_other_side: presentMoney(other.base_minor, base_currency),
      unassigned_before_items: presentMoney(unassigned.minor, currency),
      base_unassigned_before_items: presentMoney(unassigned.base_minor, base_currency),
      control_account_balance: presentMoney(balance.minor, currency),
      base_control_account_balance: presentMoney(balance.base_minor, base_currency),
      equals_control_account: differenceOf(total, 'minor') === 0n && baseDifference(account_code) === 0n,
    }
  })
}

function differenceOf({ open, other, unassigned, balance }: AccountTotal, amount: keyof BothAmounts): bigint {
  return balance[amount] - open[amount] - other[amount] - unassigned[amount]
}
