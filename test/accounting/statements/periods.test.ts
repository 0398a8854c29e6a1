import { statementBuckets } from '../../../shared/accounting/statements/periods.ts'
import type { Granularity } from '../../../shared/contract/statements/statements.ts'
import { table } from '../../support/table.ts'

const buckets = (start_date: string, end_date: string, granularity: Granularity) =>
  statementBuckets([{ fiscal_year_id: 'FY', start_date, end_date, state: 'open' }], granularity).map(
    (bucket) => `${bucket.start_date} ${bucket.end_date}`,
  )
table('buckets are cut from the fiscal year', buckets, [
  [
    '2026-01-01',
    '2026-12-31',
    'quarter',
    ['2026-01-01 2026-03-31', '2026-04-01 2026-06-30', '2026-07-01 2026-09-30', '2026-10-01 2026-12-31'],
  ],
  ['2026-01-15', '2026-03-10', 'month', ['2026-01-15 2026-01-31', '2026-02-01 2026-02-28', '2026-03-01 2026-03-10']],
  ['2025-12-01', '2026-04-30', 'quarter', ['2025-12-01 2026-02-28', '2026-03-01 2026-04-30']],
])
