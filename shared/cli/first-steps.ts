/**
 * Three curl lines that work when pasted, for a first look: put a chart, send an expense, read the balance sheet; and the
 * address of that for a browser.
 */
export function firstSteps(base_url: string, key: string, end_customer_id: string, today: string) {
  const chart = {
    end_customer_id,
    valid_from: `${today.slice(0, 4)}-01-01`,
    accounts: [
      { account_code: '1020', account_name: 'Bankguthaben', account_type: 'asset' },
      { account_code: '1171', account_name: 'Vorsteuer Investitionen und Betriebsaufwand', account_type: 'asset' },
      { account_code: '2000', account_name: 'Verbindlichkeiten aus Lieferungen', account_type: 'liability' },
      { account_code: '2979', account_name: 'Jahresgewinn oder Jahresverlust', account_type: 'equity' },
      { account_code: '6500', account_name: 'Verwaltungsaufwand', account_type: 'expense' },
    ],
  }
  const expense = {
    business_date: today,
    end_customer_id,
    external_reference: 'EXP-1',
    idempotency_key: 'EXP-1',
    source_system: 'first-steps',
    source_hash: 'a'.repeat(64),
    source_payload_hash: 'b'.repeat(64),
    fact_type: 'expense_document',
    evidence_links: [{ sha256: 'c'.repeat(64), type: 'receipt' }],
    payload: {
      currency: 'CHF',
      document_date: today,
      gross_amount: { amount_minor: 10810, currency: 'CHF' },
      receipt_required: true,
      supplier: { name: 'Papeterie Muster AG' },
      tax_lines: [
        {
          tax_code: 'I81',
          net_amount: { amount_minor: 10000, currency: 'CHF' },
          tax_amount: { amount_minor: 810, currency: 'CHF' },
        },
      ],
    },
  }
  const query = `end_customer_id=${end_customer_id}&fiscal_year_id=FY${today.slice(0, 4)}&locale=en`
  const auth = `-H 'Authorization: Bearer ${key}'`
  const send = (method: string, path: string, name: string, body: object) =>
    `curl -sX ${method} ${base_url}${path} ${auth} -H 'Content-Type: application/json' -H 'Idempotency-Key: ${name}' ` +
    `-H 'Prefer: wait=10' -d '${JSON.stringify(body)}'`
  const page = `${base_url}/v1/statements/or-balance-sheet?${query}`
  const commands = [
    send('PUT', '/v1/accounts', 'first-chart', chart),
    send('POST', '/v1/source-facts/expense-documents', 'first-expense', expense),
    `curl -s '${page}' ${auth}`,
  ]
  return { commands: commands.join('\n\n'), page }
}
