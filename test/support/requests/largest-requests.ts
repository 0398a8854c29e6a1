import { randomUUID } from 'node:crypto'
import { chart, credit, debit, VOUCHERS, voucher } from './examples.ts'

type Largest = (end_customer_id: string) => {
  readonly method: 'POST' | 'PUT'
  readonly path: string
  readonly text: string
}

/** As many rows as the schema of a body allows, with more text than usual. */
export const LARGEST_REQUESTS: Readonly<Record<string, Largest>> = {
  'a chart of 3000 accounts': put('/v1/accounts', (customer) => chart(customer, '2020-01-01', accounts(accountCode))),
  'a chart that lists two accounts 1500 times': put('/v1/accounts', (customer) =>
    chart(
      customer,
      '2020-01-01',
      accounts((index) => accountCode(index % 2)),
    ),
  ),
  '500 mappings': put('/v1/account-mappings', (end_customer_id) => ({
    end_customer_id,
    mappings: numbers(500).map((index) => ({
      mapping_key: 'or.uebriger_betrieblicher_aufwand',
      account_code: '6500',
      valid_from: day(index),
    })),
  })),
  '500 mappings of unknown accounts': put('/v1/account-mappings', (end_customer_id) => ({
    end_customer_id,
    mappings: numbers(500).map((index) => ({
      mapping_key: `or.${'x'.repeat(180)}`,
      account_code: accountCode(index),
      valid_from: '2020-01-01',
    })),
  })),
  '1000 exchange rates': put('/v1/exchange-rates', (end_customer_id) => ({
    end_customer_id,
    rates: numbers(1_000).map((index) => ({ currency: 'EUR', rate_date: day(index), rate: '0.95', source: TEXT })),
  })),
  '500 related partners': put('/v1/partner-relations', (end_customer_id) => ({
    end_customer_id,
    relations: numbers(500).map((index) => ({
      partner: { name: `${TEXT} ${index}`, reference: `P${index}` },
      related_to: 'holders',
      valid_from: '2020-01-01',
    })),
  })),
  'a voucher of 1000 lines': (customer) => ({ method: 'POST', path: VOUCHERS, text: JSON.stringify(wide(customer)) }),
  'vouchers of 1000 lines, as many as a batch has room for': (customer) => {
    const text = JSON.stringify(wide(customer))
    const room = Math.floor(1_040_000 / text.length)
    const vouchers = Array.from({ length: room }, () => text.replace(/(?<="idempotency_key":")[^"]+/, randomUUID()))
    return { method: 'POST', path: '/v1/source-facts/batch', text: `{"items":[${vouchers.join()}]}` }
  },
}

const TEXT = 'Verteilung der Kosten auf die Projekte und Kostenstellen des Jahres'

function put(path: string, body: (end_customer_id: string) => object): Largest {
  return (end_customer_id) => ({ method: 'PUT', path, text: JSON.stringify(body(end_customer_id)) })
}

function numbers(length: number): number[] {
  return Array.from({ length }, (_, index) => index)
}

function accounts(code: (index: number) => string): object[] {
  return numbers(3_000).map((index) => ({
    account_code: code(index),
    account_name: `${TEXT} ${index}`,
    account_type: 'expense',
  }))
}

function accountCode(index: number): string {
  return String(60_000 + index)
}

function day(index: number): string {
  return new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10)
}

function wide(end_customer_id: string): object {
  const lines = numbers(500).flatMap((index) => [
    debit('6500', 100 + index, { text: TEXT }),
    credit('1020', 100 + index, { text: TEXT }),
  ])
  return voucher(end_customer_id, { payload: { text: TEXT, lines } })
}
